import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role, User } from '../../../contract/account/auth.ts';
import { sessions } from '../../database/schema.ts';
import { jpeg } from '../../testing/media-files.ts';
import { profileInput, sendPortrait } from '../../testing/profile-inputs.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { PASSWORD, PASSWORD_HASH } from '../../testing/test-passwords.ts';
import { addUser } from '../users/users-service.ts';
import { Sessions } from './sessions-service.ts';

const CHOSEN = 'entirely of my own choice';

let test: TestApp;
let now = new Date('2026-11-22T10:00:00Z');
const clock = () => now;
const passMinutes = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

beforeAll(async () => {
  test = await startTestApp({ clock });
});
afterAll(() => test.close());

let count = 0;
/** Somebody whose password was made by an operator. */
const addNewcomer = (role: Role = 'customer'): Promise<User> => {
  count += 1;
  return addUser(test.database.db, {
    role,
    email: `new${count}@test.example`,
    firstName: 'New',
    lastName: `Comer ${count}`,
    ...(role === 'educator' && { educatorId: String(count + 2) }),
    passwordHash: PASSWORD_HASH,
    mustChangePassword: true,
  });
};
const getUser = async (token: string) => (await test.call<User>('GET', '/api/auth/user', { token })).body;
const listEducators = (token: string) =>
  test.call<{ code?: string; message?: string }>('GET', '/api/users/educators', { token });
const change = (token: string, body: { currentPassword?: string; newPassword: string }) =>
  test.call<{ code?: string; fields?: Record<string, string> }>('PUT', '/api/auth/password', { token, body });

describe('an issued password', () => {
  it.each(['customer', 'educator'] as const)(
    'requires a %s to change an issued password first',
    async (role) => {
      const { email } = await addNewcomer(role);
      const [token, elsewhere] = [await test.signIn(email, role), await test.signIn(email, role)];
      expect(await getUser(token)).toMatchObject({ email, mustChangePassword: true });
      const refused = await listEducators(token);
      expect([refused.status, refused.body]).toEqual([
        403,
        { code: 'PASSWORD_CHANGE_REQUIRED', message: 'Please choose a new password to continue.' },
      ]);

      expect((await change(token, { newPassword: CHOSEN })).body).toEqual({ success: true });
      expect(await getUser(token)).toMatchObject({ mustChangePassword: false });
      expect((await listEducators(token)).status).toBe(200);
      expect((await listEducators(elsewhere)).status).toBe(401);
      await expect(test.signIn(email, role)).rejects.toThrow('401');
      const answer = await test.call<{ user: User }>('POST', '/api/auth/login', {
        body: { email, password: CHOSEN, selectedRole: role },
      });
      expect(answer.body.user.mustChangePassword).toBe(false);
    },
  );

  it('asks for an issued password again when the sign-in is more than ten minutes ago', async () => {
    const { email } = await addNewcomer();
    const token = await test.signIn(email, 'customer');
    passMinutes(11);
    const late = await change(token, { newPassword: CHOSEN });
    expect([late.status, late.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    const wrong = await change(token, { currentPassword: 'a guess', newPassword: CHOSEN });
    expect(wrong.body.fields).toEqual({ currentPassword: 'Incorrect password' });
    expect((await change(token, { currentPassword: PASSWORD, newPassword: CHOSEN })).status).toBe(200);
  });

  it('refuses to keep an issued password', async () => {
    const { email } = await addNewcomer();
    const token = await test.signIn(email, 'customer');
    for (const current of [{}, { currentPassword: PASSWORD }]) {
      const { status, body } = await change(token, { ...current, newPassword: PASSWORD });
      expect([status, body.fields]).toEqual([
        400,
        { newPassword: 'Choose a password other than the one you were given' },
      ]);
    }
    expect(await getUser(token)).toMatchObject({ mustChangePassword: true });
  });

  it('hides private pictures until an issued password is changed, like without a session', async () => {
    const owner = await test.signIn('one@test.example');
    const { id } = test.people.educator1;
    const body = profileInput({ is_public: false });
    await test.call('POST', `/api/user-profiles/${id}`, { token: owner, body });
    await sendPortrait(test, owner, await jpeg());
    const path = `/profile-images/${id}`;
    const token = await test.signIn((await addNewcomer()).email, 'customer');
    expect((await test.call('GET', path, { token })).status).toBe(404);
    await change(token, { newPassword: CHOSEN });
    expect((await test.call('GET', path, { token })).status).toBe(200);
  });

  it('reads in every process at once that an issued password is changed', async () => {
    const { email } = await addNewcomer();
    const token = await test.signIn(email, 'customer');
    const otherProcess = new Sessions(test.database.db, clock);
    expect((await otherProcess.find(token)).user.mustChangePassword).toBe(true);
    await change(token, { newPassword: CHOSEN });
    expect((await otherProcess.find(token)).user.mustChangePassword).toBe(false);
  });
});

describe('a password its owner chose', () => {
  it('needs the current password to change it, right after the sign-in too', async () => {
    const token = await test.signIn('two@test.example');
    const { status, body } = await change(token, { newPassword: CHOSEN });
    expect([status, body.fields]).toEqual([400, { currentPassword: 'Current password is required' }]);
  });

  it('does not change the password for a session that has just ended in another process', async () => {
    const { db } = test.database;
    const token = await test.signIn('two@test.example');
    await getUser(token);
    await db.update(sessions).set({ endedAt: now }).where(eq(sessions.userId, test.people.educator2.id));
    const { status } = await change(token, { currentPassword: PASSWORD, newPassword: CHOSEN });
    expect(status).toBe(401);
    await test.signIn('two@test.example');
  });
});
