import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { setUpConformance } from './conformance.ts';
import { FakeApi } from './fake-api.ts';
import { FakeOperator } from './fake-operator.ts';

const invitee = (email: string) => ({ email, firstName: 'Ann', lastName: 'Lee' });
const destination = (name: string) => ({
  kind: 'webhook',
  name,
  secret: 'https://desk.example.org/ideas',
  events: ['published', 'closed'],
  markets: ['Forex'],
  educators: null,
  showsLevels: false,
});

describe('the operator’s routes', () => {
  const api = new FakeApi();
  const fake = new FakeOperator(api);
  fake.hasMail = false;
  const session = fake.openSession();
  const conformance = setUpConformance(api, {
    email: 'customer@test.example',
    volatile: [
      ...['id', 'createdAt', 'expiresAt', 'at', 'address', 'userAgent', 'link', 'sessionToken', 'signingKey'],
      ...['lastSignInAt', 'endedSessions', 'fields', 'challenge', 'message', 'problem', 'name'],
    ],
    settings: {
      BASE_URL: 'http://localhost:3000',
      OUTWARD_KEY: randomBytes(32).toString('base64'),
    },
  });
  const { know, state } = conformance;
  const both = (method: string, path: string, body?: unknown) =>
    conformance.both(method, `/api/operator/${path}`, {
      body,
      token: session,
      headers: { authorization: `Bearer ${session}` },
    });
  const act = (action: string) => both('POST', 'people/:0/actions', { action });
  const findId = async (table: string, value: string): Promise<string> => {
    const column = table === 'users' ? 'email' : 'name';
    const { rows } = await state.app.database.pool.query(`select id from ${table} where ${column} = $1`, [
      value,
    ]);
    return rows[0].id;
  };

  beforeAll(async () => {
    await state.app.database.pool.query(
      "insert into operator_tokens values ($1, 'session', $2, now(), now() + interval '8 hours')",
      [createHash('sha256').update(session).digest(), fake.name],
    );
  });

  it('invite, list and change people as the server does', async () => {
    await both('GET', 'session');
    await both('GET', 'people?search=fake-');
    await both('POST', 'invitations', {
      people: [invitee('fake-1@test.example'), invitee('fake-2@test.example')],
    });
    await both('POST', 'invitations', {
      people: [invitee('fake-3@test.example'), invitee('fake-1@test.example')],
    });
    await both('POST', 'invitations/preview', {
      csv: 'email,first_name,last_name\nfake-4@test.example,Ann,Lee\nnonsense,Ann,Lee\nfake-1@test.example,Ann,Lee',
    });
    await both('GET', 'people?search=FAKE-&role=customer&state=invited');
    know(await findId('users', 'fake-1@test.example'), fake.people[0]?.id ?? '');
    for (const action of ['revokeInvitation', 'invite', 'disable', 'enable', 'endSessions']) {
      await act(action);
      await both('GET', 'people?search=fake-');
    }
    await both('GET', 'log?email=fake-1@test.example');
    await act('delete');
    await act('delete');
    await both('GET', 'people?search=fake-');
  });

  it('add, list and change groups as the server does', async () => {
    await both('POST', 'destinations', destination('Desk'));
    await both('POST', 'destinations', destination('Desk'));
    await both('GET', 'destinations');
    know(await findId('destinations', 'Desk'), fake.destinations[0]?.id ?? '');
    for (const action of ['pause', 'resume', 'remove', 'remove']) {
      await both('POST', 'destinations/:1/actions', { action });
      await both('GET', 'destinations');
    }
  });

  it('end a session as the server does', async () => {
    await both('DELETE', 'session');
    await both('GET', 'session');
  });
});
