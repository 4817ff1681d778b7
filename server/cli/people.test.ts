import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewInvitation } from '../../contract/account/account-links.ts';
import type { PersonExport } from '../account/person-export.ts';
import { admin } from '../testing/admin.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let folder: string;

beforeAll(async () => {
  test = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'chartlark-people-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await test.close();
});

const give = (...args: string[]) => admin(args, { DATABASE_URL: test.testDatabase.connectionString });
const query = async (text: string) => (await test.database.pool.query(text)).rows;

describe('users export', () => {
  it('exports every row that names the person, and no secret', async () => {
    const token = await test.signIn('one@test.example');
    const idea = await publish(test, token);
    const answer = await give('users', 'export', 'One@test.example');
    expect(answer).toMatchObject({ code: 0, err: '' });
    const { person, tables, withheld } = JSON.parse(answer.out) as PersonExport;
    expect(person).toMatchObject({ id: test.people.educator1.id, email: 'one@test.example' });
    expect(tables.trade_ideas).toMatchObject([{ id: idea.id }]);
    expect(tables.idea_revisions).toMatchObject([{ idea_id: idea.id, action: 'created' }]);
    expect(tables.sessions).toMatchObject([{ address: '127.0.0.1' }]);
    expect(tables.auth_events).toMatchObject([{ kind: 'sign_in', address: '127.0.0.1' }]);
    expect(withheld).toEqual([
      ...['password_hash', 'token_hash', 'code_hash', 'secret', 'p256dh', 'auth'],
      'operator',
    ]);
    expect(answer.out).not.toMatch(/argon2|"token_hash":/);
    expect(answer.out).not.toContain('two@test.example');
  });

  it('exports every table that names people', async () => {
    const answer = await give('users', 'export', 'customer@test.example');
    const exported = Object.keys((JSON.parse(answer.out) as PersonExport).tables);
    const naming = await query(
      `select distinct table_name from information_schema.columns where table_schema = 'public'
       and column_name in ('user_id', 'owner_id', 'actor_id', 'created_by', 'educator_id', 'email', 'customer_id')`,
    );
    const others = naming.map(({ table_name }) => table_name).filter((name) => name !== 'users');
    expect(exported).toEqual(expect.arrayContaining(others));
  });

  it('says that the account does not exist', async () => {
    expect(await give('users', 'export', 'nobody@test.example')).toMatchObject({ code: 2, out: '' });
  });
});

describe('users import', () => {
  const file = async (content: string) => {
    const path = join(folder, 'customers.csv');
    await writeFile(path, content);
    return path;
  };
  const countUsers = async () => (await query('select count(*)::int as count from users'))[0].count;

  it('invites all customers of a file, and prints a link for each', async () => {
    const path = await file(
      '\ufefflast_name,email,first_name\r\n"Lee, Jr.",Ann@test.example,Ann\r\nÖz,+bo@test.example,Bo\r\n\r\n',
    );
    const answer = await give('users', 'import', path);
    expect(answer.code).toBe(0);
    expect(answer.err).toContain('Invited 2 customers.');
    const lines = answer.out.trimEnd().split('\n');
    expect(lines).toEqual(['email,link', expect.any(String), expect.any(String)]);
    const [email, link = ''] = (lines[1] ?? '').split(',');
    expect(email).toBe('ann@test.example');
    // A spreadsheet would take this address for a formula.
    expect(lines[2]).toMatch(/^'\+bo@test\.example,/);
    const invited = await test.call('POST', viewInvitation.path, { body: { token: link.split('#')[1] } });
    expect(invited).toMatchObject({ status: 200, body: { firstName: 'Ann', lastName: 'Lee, Jr.' } });
  });

  it('names every bad line, and adds nobody', async () => {
    const before = await countUsers();
    const path = await file(
      [
        'email,first_name,last_name',
        'good@test.example,Good,One',
        'not an address,Bad,One',
        'blank@test.example,,Name',
        'good@test.example,Good,Twice',
        'customer@test.example,Has,Account',
        'few@test.example,Cells',
      ].join('\n'),
    );
    const answer = await give('users', 'import', path);
    expect(answer).toMatchObject({ code: 1, err: '' });
    expect(answer.out.trimEnd().split('\n')).toEqual([
      'line 3: Not a valid email address',
      'line 4: First name is required',
      'line 5: good@test.example is already in line 2',
      'line 6: customer@test.example already has an account',
      'line 7: expected 3 cells, found 2',
      `Nobody was added. 5 errors in ${path}.`,
    ]);
    expect(await countUsers()).toBe(before);
  });

  it.each([
    [
      'email,first_name\na@test.example,A',
      'line 1: the columns must be email, first_name, last_name; last_name is missing',
    ],
    ['email,first_name,last_name,phone\n', 'line 1: unknown column phone'],
    ['', 'The file is empty.'],
    ['email,first_name,last_name\n"a@test.example,A,B', 'Quote Not Closed'],
  ])('explains what is wrong with %j', async (content, reason) => {
    const answer = await give('users', 'import', await file(content));
    expect(answer.code).toBe(1);
    expect(answer.out).toContain(reason);
  });

  it('says that the file does not exist', async () => {
    const answer = await give('users', 'import', join(folder, 'none.csv'));
    expect(answer).toMatchObject({ code: 2, out: '' });
    expect(answer.err).toContain("Can't read");
  });

  it('says why a folder cannot be read as a file', async () => {
    const answer = await give('users', 'import', folder);
    expect(answer.code).toBe(2);
    expect(answer.err).toContain(`Can't read ${folder}: EISDIR`);
  });
});
