import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../database/schema.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { PASSWORD } from '../../testing/test-passwords.ts';
import { PasswordHasher, passwordHasher } from './password-hashing.ts';

/** Argon2id with 19 MiB, two passes and one lane, the first choice of OWASP's Password Storage Cheat Sheet. */
const TODAY = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ settings: { TRUST_PROXY: '1' }, passwords: passwordHasher });
});
afterAll(() => test.close());

const email = 'customer@test.example';
const signIn = async (password: string, address = '127.0.0.1') => {
  const body = { email, password, selectedRole: 'customer' };
  const headers = { 'x-forwarded-for': address };
  return (await test.call('POST', '/api/auth/login', { body, headers })).status;
};
const selectHash = async () => {
  const [row] = await test.database.db.select().from(users).where(eq(users.email, email));
  return row?.passwordHash ?? '';
};
const store = (changes: Partial<typeof users.$inferInsert>) =>
  test.database.db.update(users).set(changes).where(eq(users.email, email));
const storeOutdated = async () => {
  const passwordHash = await hash(PASSWORD, { memoryCost: 8 * 1024, timeCost: 1, parallelism: 1 });
  await store({ passwordHash });
  return passwordHash;
};

describe('the hash of a password', () => {
  it('hashes slowly: Argon2id with the recommended parameters, and a salt of its own', async () => {
    const [one, two] = await Promise.all([passwordHasher.hash(PASSWORD), passwordHasher.hash(PASSWORD)]);
    expect(one).toMatch(TODAY);
    expect(one).not.toBe(two);
  });

  it('renews a hash with other parameters at a sign-in, and keeps the password valid', async () => {
    await storeOutdated();
    expect(await signIn(PASSWORD)).toBe(200);
    const renewed = await selectHash();
    expect(renewed).toMatch(TODAY);
    expect(await signIn(PASSWORD)).toBe(200);
    // Today's hash stays.
    expect(await selectHash()).toBe(renewed);
  });

  it('does not renew a hash at a sign-in that fails', async () => {
    const outdated = await storeOutdated();
    expect(await signIn('a wrong password')).toBe(401);
    expect(await selectHash()).toBe(outdated);
  });

  it('renews a hash during parallel sign-ins without rejecting one of them', async () => {
    await storeOutdated();
    const networks = Array.from({ length: 6 }, (_, host) => `10.7.0.${host + 1}`);
    const statuses = await Promise.all(networks.map((network) => signIn(PASSWORD, network)));
    expect(statuses).toEqual(networks.map(() => 200));
    expect(await selectHash()).toMatch(TODAY);
  });
});

describe('a password', () => {
  it.each([64, 1_024])(
    'accepts a password of %i characters, and not without its last character',
    async (length) => {
      const password = 'Long-pässword/'.repeat(100).slice(0, length);
      await store({ passwordHash: await passwordHasher.hash(password) });
      expect(await signIn(password)).toBe(200);
      expect(await signIn(password.slice(0, -1))).toBe(401);
    },
  );

  it('rejects a password of 1,025 characters before it is hashed', async () => {
    expect(await signIn('x'.repeat(1_025))).toBe(400);
  });

  it('verifies a password exactly as typed: case and spaces count', async () => {
    const password = ' Caf\u00e9 au lait 12 ';
    await store({ passwordHash: await passwordHasher.hash(password) });
    expect(await signIn(password)).toBe(200);
    for (const [index, other] of [
      password.trim(),
      password.toLowerCase(),
      password.replace('\u00e9', 'e'),
      password.replaceAll(' ', ''),
    ].entries())
      expect(await signIn(other, `10.7.1.${index + 1}`), other).toBe(401);
  });
});

describe('a password with accents', () => {
  const quick = new PasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 });
  const verify = (passwordHash: string, password: string) => quick.verify(passwordHash, password);
  const passwords = [
    'Caf\u00e9 au lait 12',
    'Gr\u00fc\u00dfe aus K\u00f6ln',
    'ma\u00f1ana y ma\u00f1ana',
    '\u1ea4m \u00e1p qu\u00e1 \u0111i',
    '\ud55c\uad6d\uc5b4 \ube44\ubc00\ubc88\ud638',
    'пароль й ё ї ў',
    'が ぎ ぐ げ ご パス',
    'S\u00e3o Jo\u00e3o \u00e7',
    '\u010ce\u0161tina \u0159 \u016f',
    'nbsp\u00a0and thin\u2009space',
    '\u0627\u0654\u0628\u062c\u062f \u0647\u0648\u0632',
  ];

  it.each(passwords)('matches however a system composes it: %s', async (password) => {
    const [composed, decomposed] = [password.normalize('NFC'), password.normalize('NFD')];
    const spaced = password.replace(/\s/g, ' ');
    for (const stored of [composed, decomposed])
      for (const typed of [composed, decomposed, spaced])
        expect(await verify(await quick.hash(stored), typed)).toBe(true);
    expect(await verify(await quick.hash(password), `${password}.`)).toBe(false);
  });

  it.each(passwords)('matches a hash of before, of what was typed then: %s', async (password) => {
    for (const form of ['NFC', 'NFD']) {
      const before = await hash(password.normalize(form), { memoryCost: 8, timeCost: 1, parallelism: 1 });
      for (const typed of ['NFC', 'NFD'])
        expect(await verify(before, password.normalize(typed)), `${form} ${typed}`).toBe(true);
    }
  });
});
