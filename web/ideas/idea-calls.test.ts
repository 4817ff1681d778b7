import { expect, test } from 'vitest';
import { ideaRow } from '../../contract/ideas/idea-row.fixture.ts';
import { findConflicts } from './idea-calls.ts';
import { toIdea } from './idea-model.ts';

test('returns only fields that were changed on both sides as conflicts', () => {
  const base = toIdea(ideaRow());
  const current = toIdea(ideaRow({ version: 2, entry_1: '1.0850', notes: 'New' }));
  expect(findConflicts(base, current, { entry_1: '1.0860', exit_1: '1.1000' })).toEqual(['entry_1']);
  expect(findConflicts(base, current, { status: 'successful' })).toEqual([]);
});

test('returns no conflict for fields that already have the value of the change', () => {
  const base = toIdea(ideaRow());
  const current = toIdea(ideaRow({ version: 2, status: 'successful', entry_1: '1.0850' }));
  expect(findConflicts(base, current, { status: 'successful', entry_1: '1.0860' })).toEqual(['entry_1']);
  expect(findConflicts(base, current, { status: 'successful', entry_1: '1.0850' })).toEqual([]);
});
