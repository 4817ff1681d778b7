import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessions } from '../../database/schema.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { PASSWORD } from '../../testing/test-passwords.ts';

const CHOSEN = 'entirely of my own choice';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const change = (token: string, body: { currentPassword?: string; newPassword: string }) =>
  test.call<{ fields?: Record<string, string> }>('PUT', '/api/auth/password', { token, body });

it('needs the current password to change it, right after the sign-in too', async () => {
  const token = await test.signIn('two@test.example');
  const { status, body } = await change(token, { newPassword: CHOSEN });
  expect([status, body.fields]).toEqual([400, { currentPassword: 'Current password is required' }]);
});

it('does not change the password for a session that has just ended in another process', async () => {
  const { db } = test.database;
  const token = await test.signIn('two@test.example');
  await test.call('GET', '/api/auth/user', { token });
  const ended = { endedAt: new Date() };
  await db.update(sessions).set(ended).where(eq(sessions.userId, test.people.educator2.id));
  const { status } = await change(token, { currentPassword: PASSWORD, newPassword: CHOSEN });
  expect(status).toBe(401);
  await test.signIn('two@test.example');
});
