import { expect, it } from 'vitest';
import { formatIdeaCounts } from './format-idea-counts.ts';

const ideas = (...statuses: ('active' | 'pending' | 'invalid')[]) => statuses.map((status) => ({ status }));

it('counts pending ideas as active and invalid ones apart', () => {
  expect(formatIdeaCounts(ideas('active', 'pending', 'invalid', 'active'), 'none')).toBe(
    '3\u00a0active · 1\u00a0invalid',
  );
});

it('names no invalid ideas where there are none', () => {
  expect(formatIdeaCounts(ideas('active'), 'none')).toBe('1\u00a0active');
  expect(formatIdeaCounts([], 'none')).toBe('0\u00a0active');
});

it('says that there are more while they are loading', () => {
  expect(formatIdeaCounts(ideas('active', 'invalid'), 'loading')).toBe('1+\u00a0active · 1\u00a0invalid');
});
