import { expect, it } from 'vitest';
import { addUser } from '../account/users/users-service.ts';
import { startTestApp } from '../testing/test-app.ts';
import { cheapHasher } from '../testing/test-passwords.ts';
import { demoPeople } from './demo-people.ts';

const [person] = demoPeople.filter(({ role }) => role === 'customer');
if (!person?.password) throw new Error('The demo has no customer');
const { email, password } = person;

it.each([
  ['rejects', { TRUST_PROXY: '1' }, 401],
  ['rejects under a public address', { BASE_URL: 'https://app.example.org' }, 401],
  ['accepts with DEMO=on', { TRUST_PROXY: '1', DEMO: 'on' }, 200],
  ['accepts on this machine', {}, 200],
])(
  'a process behind a proxy or not %s the public password of a demo account',
  async (_how, settings, status) => {
    const test = await startTestApp({ settings });
    await addUser(test.database.db, { ...person, passwordHash: await cheapHasher.hash(password) });
    const answer = await test.call('POST', '/api/auth/login', {
      body: { email, password, selectedRole: 'customer' },
    });
    expect(answer.status).toBe(status);
    await test.close();
  },
);
