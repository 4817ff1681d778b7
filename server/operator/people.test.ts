import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportOwnData, listActivity } from '../../contract/account/own-data.ts';
import {
  actOnPerson,
  invitePeople,
  type LogEntry,
  listLog,
  listPeople,
  type OperatorPerson,
  type PersonAction,
  previewInvitations,
} from '../../contract/operator/people.ts';
import { getSystem, listDestinations } from '../../contract/operator/system.ts';
import { routes } from '../../contract/routes.ts';
import { type RouteResponse, routeUrl } from '../../contract/shared/route.ts';
import { addUser } from '../account/users/users-service.ts';
import { createToken } from '../testing/access-tokens.ts';
import { jpeg } from '../testing/media-files.ts';
import { openOperatorSession } from '../testing/operator-session.ts';
import { sendPortrait } from '../testing/profile-inputs.ts';
import { type Answer, publish, startTestApp, type TestApp } from '../testing/test-app.ts';
import { PASSWORD_HASH } from '../testing/test-passwords.ts';

let test: TestApp;
let token: string;

beforeAll(async () => {
  test = await startTestApp();
  token = await openOperatorSession(test);
});
afterAll(() => test.close());

const rows = async <T = Record<string, unknown>>(query: string, values: unknown[] = []) =>
  (await test.database.pool.query(query, values)).rows as T[];
const list = async (query: Record<string, string> = {}) =>
  (await test.call<OperatorPerson[]>('GET', routeUrl(listPeople, {}, query), { token })).body;
const find = async (email: string) => (await list({ search: email }))[0];
const addCustomer = (email: string, lastName = 'Lee') =>
  addUser(test.database.db, {
    ...{ role: 'customer', email, firstName: 'Ann', lastName },
    passwordHash: PASSWORD_HASH,
  });
type Done = RouteResponse<typeof actOnPerson>;
type Refused = { code: string; fields: Record<string, string> };
const act = <T = Done>(id: string, action: PersonAction) =>
  test.call<T>('POST', routeUrl(actOnPerson, { id }), { token, body: { action } });
const invite = <T = RouteResponse<typeof invitePeople>>(
  ...people: [email: string, firstName: string, lastName: string][]
) =>
  test.call<T>('POST', invitePeople.path, {
    token,
    body: { people: people.map(([email, firstName, lastName]) => ({ email, firstName, lastName })) },
  });
/** Adds somebody who has not accepted the invitation. */
const addInvited = async (email: string) => {
  expect((await invite([email, '', ''])).status).toBe(201);
  return (await find(email))!.id;
};
const readLog = async (query: Record<string, string> = {}) =>
  (await test.call<LogEntry[]>('GET', routeUrl(listLog, {}, query), { token })).body;
const byAda = { operator: 'Ada', address: "operator's page", userAgent: null };
/** Follows the links to next pages. */
const readPages = async <T>(path: string) => {
  const pages: T[][] = [];
  for (let next: string | undefined = path; next; ) {
    const { body, headers }: Answer<T[]> = await test.call<T[]>('GET', next, { token });
    pages.push(body);
    next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  return pages;
};

describe('the list of people', () => {
  it('has everybody by address, with the last sign-in and what of an invitation is open', async () => {
    // The event of a sign-in or the session, whichever is newer: either may have been deleted.
    for (const name of ['customer', 'two']) await test.signIn(`${name}@test.example`);
    await rows("update auth_events set at = '2026-01-02T00:00:00Z' where kind = 'sign_in'");
    await rows(
      "update sessions set created_at = (case when user_id = $1 then '2026-01-01T00:00:00Z' else '2026-01-03T00:00:00Z' end)::timestamptz",
      [test.people.customer.id],
    );
    await addInvited('open@test.example');
    await addInvited('old@test.example');
    await rows(
      "update account_links set expires_at = now() where user_id = (select id from users where email = 'old@test.example')",
    );
    await act(await addInvited('revoked@test.example'), 'revokeInvitation');
    await act((await addCustomer('shut@test.example')).id, 'disable');
    await rows(
      `insert into passkeys (id, user_id, public_key, counter, transports, backed_up, name)
       select 'a', id, '', 0, '{}', false, 'Phone' from users where email = 'one@test.example'`,
    );
    const people = await list();
    expect(people.map(({ email, state, invitation }) => [email, state, invitation])).toEqual([
      ['customer@test.example', 'active', null],
      ['hidden@test.example', 'active', null],
      ['old@test.example', 'invited', 'expired'],
      ['one@test.example', 'active', null],
      ['open@test.example', 'invited', 'open'],
      ['revoked@test.example', 'invited', 'revoked'],
      ['shut@test.example', 'disabled', null],
      ['two@test.example', 'active', null],
    ]);
    expect(people[0]).toEqual({
      ...{ id: test.people.customer.id, email: 'customer@test.example', fullName: 'Cus Tomer' },
      ...{ role: 'customer', educatorId: null, createdAt: expect.any(String) },
      ...{ lastSignInAt: '2026-01-02T00:00:00.000Z' },
      ...{ state: 'active', invitation: null, hasSecondFactor: false },
    });
    expect(people[3]).toMatchObject({ educatorId: '1', lastSignInAt: null, hasSecondFactor: true });
    expect(people[7]?.lastSignInAt).toBe('2026-01-03T00:00:00.000Z');
    const emails = async (query: Record<string, string>) => (await list(query)).map(({ email }) => email);
    expect(await emails({ state: 'disabled' })).toEqual(['shut@test.example']);
    expect(await emails({ state: 'invited', role: 'educator' })).toEqual([]);
    expect(await emails({ state: 'active', role: 'customer' })).toEqual(['customer@test.example']);
  });

  it('finds a part of an address or name in any case, and takes % and _ as they are', async () => {
    await addCustomer('per_cent@test.example', '100% Lark');
    const emails = async (search: string) => (await list({ search })).map(({ email }) => email);
    expect(await emails('PER_C')).toEqual(['per_cent@test.example']);
    expect(await emails('% lark')).toEqual(['per_cent@test.example']);
    expect(await emails('%')).toEqual(['per_cent@test.example']);
    expect(await emails('r_c')).toEqual(['per_cent@test.example']);
    expect(await emails('\\')).toEqual([]);
    expect(await emails(' ')).toEqual(await emails(''));
  });

  it('is read in pages, also after the longest address', async () => {
    await rows(
      `insert into users (role, email, first_name, last_name, full_name)
       select 'customer', lpad(n::text, 3, '0') || repeat('x', 238) || '@pages.example', 'Page', 'Er', 'Page Er' from generate_series(1, 120) n`,
    );
    const pages = await readPages<OperatorPerson>(routeUrl(listPeople, {}, { search: 'Page Er' }));
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    const stored = await rows<{ email: string }>(
      "select email from users where full_name = 'Page Er' order by email",
    );
    expect(pages.flat().map(({ email }) => email)).toEqual(stored.map(({ email }) => email));
    expect(stored[0]?.email).toHaveLength(255);
    for (const cursor of ['AA', '!'])
      expect(await test.call('GET', routeUrl(listPeople, {}, { cursor }), { token })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_CURSOR' },
      });
    await rows("delete from users where full_name = 'Page Er'");
  });
});

describe('an action', () => {
  /** Does it, and returns what the log has of it: of the account, or without one. */
  const logOf = async (email: string, id: string, action: PersonAction) => {
    const [{ id: last } = { id: '0' }] = await readLog();
    const answer = await act(id, action);
    expect(answer.status).toBe(200);
    const entries = (await readLog()).filter((entry) => Number(entry.id) > Number(last));
    for (const entry of entries) expect(entry).toMatchObject({ ...byAda, email });
    return { answer: answer.body, kinds: entries.map(({ kind }) => kind).reverse() };
  };

  it('ends the sessions of somebody, disables and enables them, and the log says who did', async () => {
    const email = 'ann@test.example';
    const { id } = await addCustomer(email);
    const isSignedIn = async (session: string) =>
      (await test.call('GET', '/api/auth/user', { token: session })).status === 200;
    const first = await test.openSession(email);
    expect(await logOf(email, id, 'endSessions')).toEqual({
      answer: { endedSessions: 1, link: null },
      kinds: ['sessions_ended'],
    });
    await expect.poll(() => isSignedIn(first)).toBe(false);
    const second = await test.openSession(email);
    expect(await logOf(email, id, 'disable')).toEqual({
      answer: { endedSessions: 1, link: null },
      kinds: ['account_disabled', 'sessions_ended'],
    });
    await expect.poll(() => isSignedIn(second)).toBe(false);
    expect((await find(email))?.state).toBe('disabled');
    expect((await logOf(email, id, 'disable')).kinds).toEqual([]);
    expect((await logOf(email, id, 'enable')).kinds).toEqual(['account_enabled']);
    expect((await find(email))?.state).toBe('active');
  });

  it('invites again and sends a reset by links that are shown, and revokes an invitation', async () => {
    const email = 'bo@test.example';
    const id = await addInvited(email);
    const view = async (kind: string, link: string | null) =>
      (await test.call('POST', `/api/auth/${kind}`, { body: { token: link?.split('#')[1] } })).status;
    const again = await logOf(email, id, 'invite');
    expect(again.kinds).toEqual(['invited']);
    expect(await view('invitation', again.answer.link)).toBe(200);
    expect((await logOf(email, id, 'revokeInvitation')).kinds).toEqual(['invitation_revoked']);
    expect(await view('invitation', again.answer.link)).toBe(410);
    const { id: customer } = test.people.customer;
    const reset = await logOf('customer@test.example', customer, 'sendReset');
    expect(reset.kinds).toEqual(['reset_sent']);
    expect(await view('password-reset', reset.answer.link)).toBe(200);
  });

  it('removes codes and passkeys', async () => {
    const { id, email } = test.people.educator2;
    await rows(
      "insert into time_codes (user_id, secret, confirmed_at) select id, '\\x00', now() from users where email = $1",
      [email],
    );
    expect((await find(email))?.hasSecondFactor).toBe(true);
    await test.openSession(email);
    expect((await logOf(email, id, 'resetSecondFactor')).kinds).toEqual([
      'second_factor_removed',
      'sessions_ended',
    ]);
    expect((await find(email))?.hasSecondFactor).toBe(false);
  });

  it('deletes an account with its uploads; the log keeps who did and when, not whom', async () => {
    const email = 'gone@test.example';
    const { id } = await addCustomer(email);
    const { body } = await sendPortrait<{ profileImage: string }>(
      test,
      await test.openSession(email),
      await jpeg(),
    );
    // Ended long enough ago, or the deletion waits for other processes.
    await rows("update sessions set ended_at = now() - interval '1 minute' where user_id = $1", [id]);
    expect((await act(id, 'delete')).body).toEqual({ endedSessions: 0, link: null });
    expect(await find(email)).toBeUndefined();
    expect((await test.call('GET', body.profileImage)).status).toBe(404);
    expect((await readLog())[0]).toMatchObject({ ...byAda, kind: 'account_deleted', email: null });
    expect(await rows('select from auth_events where user_id = $1 or email = $2', [id, email])).toEqual([]);
    expect((await act(id, 'disable')).status).toBe(404);
  });

  it('that cannot be done says why, and is not logged', async () => {
    const { customer, educator1, hidden } = test.people;
    await publish(test, await test.openSession(educator1.email));
    const disabled = (await addCustomer('off@test.example')).id;
    await act(disabled, 'disable');
    const invited = await addInvited('waits@test.example');
    const before = await readLog();
    const refusals: [string, PersonAction, string][] = [
      [customer.id, 'invite', 'customer@test.example already has an account.'],
      [customer.id, 'revokeInvitation', 'customer@test.example has no open invitation.'],
      [customer.id, 'resetSecondFactor', 'customer@test.example has neither codes nor passkeys.'],
      [invited, 'resetSecondFactor', 'waits@test.example has neither codes nor passkeys.'],
      [disabled, 'sendReset', 'off@test.example is disabled. Enable the account first.'],
      [invited, 'sendReset', "waits@test.example hasn't accepted the invitation yet. Invite them again."],
      [hidden.id, 'sendReset', "Educator 9 is test data and can't sign in."],
      [educator1.id, 'delete', 'one@test.example is educator 1 with 1 ideas.'],
    ];
    for (const [id, action, reason] of refusals) {
      const { status, body } = await act<Refused>(id, action);
      expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(body.fields.action).toContain(reason);
    }
    expect((await act(randomUUID(), 'disable')).status).toBe(404);
    expect(await readLog()).toEqual(before);
    expect(await find('waits@test.example')).toMatchObject({ invitation: 'open' });
  });
});

describe('an invitation', () => {
  it('of an educator again keeps the name, which is theirs alone', async () => {
    const { id, email, fullName } = test.people.educator2;
    await test.database.pool.query('update users set password_hash = null where id = $1', [id]);
    expect((await invite([email, 'One', 'Teacher'])).status).toBe(201);
    expect(await find(email)).toMatchObject({ fullName });
  });

  it('of the same list at the same time is made once', async () => {
    const inviteBoth = () =>
      invite(['same1@test.example', 'Ann', 'Lee'], ['same2@test.example', 'Bo', 'Lee']);
    const answers = await Promise.all([inviteBoth(), inviteBoth(), inviteBoth()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
  });

  it('of one person needs no names, and its link is shown', async () => {
    const { status, body } = await invite(['Cy@Test.example', ' ', 'Lee']);
    expect(status).toBe(201);
    expect(body).toEqual([
      { email: 'cy@test.example', link: expect.stringMatching(/\/invitation#[\w-]{43}$/) },
    ]);
    expect(await find('cy@test.example')).toMatchObject({ fullName: 'Lee', invitation: 'open' });
    expect(await readLog({ email: 'CY@test.example' })).toMatchObject([{ ...byAda, kind: 'invited' }]);
  });

  it('of several adds all, or none and names the address', async () => {
    const good: [string, string, string] = ['good@test.example', 'Good', 'One'];
    const refusals: [[string, string, string], string][] = [
      [['nonsense', 'Bad', 'One'], 'nonsense: Not a valid email address.'],
      [['blank@test.example', '', ' '], 'blank@test.example: First name is required. Last name is required.'],
      [['GOOD@test.example', 'Good', 'Two'], 'good@test.example is there twice.'],
      [['customer@test.example', 'Cus', 'Tomer'], 'customer@test.example already has an account.'],
    ];
    for (const [bad, reason] of refusals)
      expect(await invite<Refused>(good, bad)).toMatchObject({
        status: 400,
        body: { fields: { people: reason } },
      });
    expect((await invite<Refused>(['nonsense', '', ''])).body.fields.people).toBe(
      'Not a valid email address.',
    );
    expect(await find('good@test.example')).toBeUndefined();
    const { body } = await invite(good, ['fine@test.example', 'Fine', 'Two']);
    expect(body.map(({ email }) => email)).toEqual(['good@test.example', 'fine@test.example']);
    expect(await find('fine@test.example')).toMatchObject({ fullName: 'Fine Two', state: 'invited' });
  });

  it('goes by mail where mail is set up, and no link is shown', async () => {
    const withMail = await startTestApp({
      settings: {
        ...{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hello@lark.test.example' },
        BASE_URL: 'https://lark.test.example',
      },
      onLog: () => {},
    });
    try {
      const operator = await openOperatorSession(withMail);
      const post = async (path: string, body: object) =>
        (await withMail.call('POST', path, { token: operator, body })).body;
      const people = [{ email: 'ann@test.example', firstName: '', lastName: '' }];
      expect(await post(invitePeople.path, { people })).toEqual([{ email: 'ann@test.example', link: null }]);
      const reset = routeUrl(actOnPerson, { id: withMail.people.customer.id });
      expect(await post(reset, { action: 'sendReset' })).toEqual({ endedSessions: 0, link: null });
      const { rows: links } = await withMail.database.pool.query(
        'select kind from account_links order by kind',
      );
      expect(links).toEqual([{ kind: 'invitation' }, { kind: 'password_reset' }]);
    } finally {
      await withMail.close();
    }
  });

  it('is previewed row by row, with the text of each and what is wrong with it', async () => {
    const preview = async (csv: string) =>
      (
        await test.call<RouteResponse<typeof previewInvitations>>('POST', previewInvitations.path, {
          token,
          body: { csv },
        })
      ).body;
    const lines = [
      '\ufeffemail;first_name;last_name',
      'New@Test.example;Ann;Lee',
      'not an address;Bad;One',
      `${'long'.repeat(200)}@test.example;Bad;`,
      'new@test.example;Ann;Twice',
      '',
      'customer@test.example;Cus;Tomer',
      'few@test.example;Cells',
      'lost@test.example;J\ufffdrg;Lee',
    ];
    const { rows: previewed, problems } = await preview(lines.join('\r\n'));
    expect(problems).toEqual([]);
    expect(previewed.map(({ line, email, problem }) => [line, email, problem])).toEqual([
      [2, 'new@test.example', null],
      [3, 'not an address', 'Not a valid email address'],
      [
        4,
        `${'long'.repeat(200)}@test.example`,
        'Email address must be 254 characters or fewer; Last name is required',
      ],
      [5, 'new@test.example', 'new@test.example is already in line 2'],
      [7, 'customer@test.example', 'customer@test.example already has an account'],
      [8, 'few@test.example', 'expected 3 cells, found 2'],
      [9, 'lost@test.example', 'letters were lost when the file was saved (\ufffd)'],
    ]);
    expect(await preview('email,first_name\na@test.example,Ann')).toEqual({
      rows: [],
      problems: ['line 1: the columns must be email, first_name, last_name; last_name is missing'],
    });
    const many = Array.from({ length: 501 }, (_, n) => `n${n}@test.example,Ann,Lee`);
    const { rows: all, problems: tooMany } = await preview(
      ['email,first_name,last_name', ...many].join('\n'),
    );
    expect(all).toHaveLength(500);
    expect(tooMany).toEqual([expect.stringContaining('More than 500 lines')]);
    expect(await find('new@test.example')).toBeUndefined();
  });
});

describe('the log', () => {
  it('is read in pages, newest first', async () => {
    await rows(
      "insert into auth_events (kind, email, address) select 'sign_out', 'many@test.example', '::1' from generate_series(1, 230)",
    );
    const pages = await readPages<LogEntry>(routeUrl(listLog, {}, { email: 'many@test.example' }));
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 30]);
    const ids = pages.flat().map(({ id }) => Number(id));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
    expect(await readLog({ email: 'many@test.example', kind: 'sign_in' })).toEqual([]);
    for (const cursor of ['x', '9'.repeat(19)])
      expect(await test.call('GET', routeUrl(listLog, {}, { cursor }), { token })).toMatchObject({
        status: 400,
        body: { fields: { cursor: 'cursor must be a number' } },
      });
  });

  it('does not tell the owner of an account which operator acted', async () => {
    const { id, email } = test.people.customer;
    await act(id, 'sendReset');
    const session = await test.openSession(email);
    const read = async (path: string) => (await test.call('GET', path, { token: session })).body;
    const activity = await read(listActivity.path);
    expect(activity).toContainEqual(
      expect.objectContaining({ kind: 'reset_sent', address: "operator's page", userAgent: null }),
    );
    const exported = (await read(exportOwnData.path)) as RouteResponse<typeof exportOwnData>;
    expect(exported.tables.auth_events).toContainEqual(expect.objectContaining({ kind: 'reset_sent' }));
    expect(exported.withheld).toContain('operator');
    for (const body of [activity, exported]) expect(JSON.stringify(body)).not.toContain('Ada');
  });
});

describe('the operator’s page', () => {
  it('is closed to sessions and tokens of people', async () => {
    const educator = await test.openSession('one@test.example');
    const strangers = [
      educator,
      await test.openSession('customer@test.example'),
      (await createToken(test, educator, 'publish')).secret,
      (await createToken(test, educator, 'read')).secret,
    ];
    const ofOperators = routes.filter(({ access }) => access === 'operator');
    expect(ofOperators.length).toBeGreaterThan(8);
    for (const { method, path } of ofOperators)
      for (const stranger of strangers) {
        const answer = await test.call(method, path.replace(':id', test.people.customer.id), {
          token: stranger,
        });
        expect([method, path, answer.status]).toEqual([method, path, 403]);
      }
  });

  it('shows nothing that people wrote, and nothing that signs in', async () => {
    const customer = await test.openSession('customer@test.example');
    const idea = await publish(test, await test.openSession('one@test.example'), { notes: 'private-idea' });
    const note = { is_bookmarked: true, note: 'private-note' };
    const kept = await test.call('PUT', `/api/bookmarks/${idea.id}`, { token: customer, body: note });
    expect(kept.status).toBe(200);
    await rows(
      `with room as (insert into chat_rooms (name) values ('Room') returning id)
       insert into chat_messages (room_id, user_id, user_name, user_role, message)
       select id, 'edu-1', 'One', 'educator', 'private-message' from room`,
    );
    const answers = await Promise.all(
      [listPeople, listLog, getSystem, listDestinations].map(({ path }) => test.call('GET', path, { token })),
    );
    const text = JSON.stringify(answers.map(({ status, body }) => [status, body]));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(text).not.toMatch(/private-|argon2|hash/i);
    for (const secret of [customer, token]) expect(text).not.toContain(secret);
  });
});
