import { randomUUID } from 'node:crypto';
import { type AccountLinkKind, createLink } from '../account/links/account-links.ts';
import { addUser } from '../account/users/users-service.ts';
import type { TestApp } from './test-app.ts';
import { PASSWORD_HASH } from './test-passwords.ts';

/** The token of a link for a new customer: an invited one, or one who forgot the password. */
export const createTestLink = async (
  { database }: Pick<TestApp, 'database'>,
  kind: AccountLinkKind,
  email = `${randomUUID()}@test.example`,
): Promise<string> => {
  const passwordHash = kind === 'invitation' ? null : PASSWORD_HASH;
  const names = { firstName: '', lastName: '' };
  const { id } = await addUser(database.db, { role: 'customer', email, ...names, passwordHash });
  const linkEmail = {
    email_change: `${randomUUID()}@test.example`,
    not_me: email,
    invitation: null,
    password_reset: null,
  };
  return createLink(database.db, id, kind, new Date(), linkEmail[kind]);
};
