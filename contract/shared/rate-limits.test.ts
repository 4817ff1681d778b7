import { describe, expect, it } from 'vitest';
import { getRateLimit } from './rate-limits.ts';

describe('getRateLimit', () => {
  it.each([
    ['reads', { access: 'signedIn', method: 'GET' }, 'read'],
    ['writes', { access: 'educator', method: 'PUT' }, 'write'],
    ['uploads', { access: 'owner', method: 'POST', upload: true }, 'upload'],
    ['public reads', { access: 'public', method: 'GET' }, 'publicRead'],
    ['public writes', { access: 'public', method: 'POST' }, 'publicWrite'],
    ['reads of metrics', { access: 'metrics', method: 'GET' }, 'publicRead'],
    ['what operators change', { access: 'operator', method: 'POST' }, 'write'],
    ['what a route names', { access: 'public', method: 'POST', upload: true, limit: 'renewal' }, 'renewal'],
  ] as const)('limits %s', (_what, route, expected) => {
    expect(getRateLimit(route)).toBe(expected);
  });
});
