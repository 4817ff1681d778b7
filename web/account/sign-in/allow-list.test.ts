import { pbkdf2Sync } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isOutsideAllowList } from './allow-list.ts';

const salt = Buffer.from('a deployment of its own');
const list = {
  salt: salt.toString('base64'),
  iterations: 50,
  hashes: [pbkdf2Sync('educator1@demo.test', salt, 50, 32, 'sha256').toString('base64')],
};

afterEach(() => vi.unstubAllGlobals());

describe('the allow-list in the browser (SPEC §5)', () => {
  it('accepts its members in any letter case (§5.2)', async () => {
    expect(await isOutsideAllowList('educator1@demo.test', list)).toBe(false);
    expect(await isOutsideAllowList(' Educator1@Demo.Test ', list)).toBe(false);
  });

  it('rejects everybody else', async () => {
    expect(await isOutsideAllowList('customer@demo.test', list)).toBe(true);
  });

  it('leaves the decision to the server without crypto.subtle or without a list', async () => {
    expect(await isOutsideAllowList('customer@demo.test', undefined)).toBe(false);
    vi.stubGlobal('crypto', {});
    expect(await isOutsideAllowList('customer@demo.test', list)).toBe(false);
  });
});
