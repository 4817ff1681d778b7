import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Role, User } from '../../contract/account/auth.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { type NewIdeaInput, newIdea } from '../../contract/publishing/idea-writing.ts';
import { Sessions } from '../account/sessions/sessions-service.ts';
import type { PasswordHasher } from '../account/users/password-hashing.ts';
import { addUser } from '../account/users/users-service.ts';
import { buildApp } from '../app.ts';
import type { Database } from '../database/database.ts';
import { type IdeaNotifier, noNotifications } from '../ideas/idea-notifier.ts';
import { IdeasService } from '../ideas/ideas-service.ts';
import type { JobRunnerOptions } from '../jobs/job-runner.ts';
import type { EndpointPolicy } from '../notifications/transport/endpoint-policy.ts';
import { type Clock, systemClock } from '../shared/clock.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { testEnv } from './test-env.ts';
import { cheapHasher, PASSWORD, PASSWORD_HASH } from './test-passwords.ts';

export type Answer<T = unknown> = { status: number; body: T; headers: Headers };

export type TestApp = {
  app: FastifyInstance;
  /** Base URL: tests use a real socket like clients. */
  url: string;
  database: Database;
  testDatabase: TestDatabase;
  /** Its DATA_DIR: empty at first, removed with the app. */
  folder: string;
  people: { customer: User; educator1: User; educator2: User; hidden: User };
  /** Calls the API; a body is sent as JSON. */
  call: <T = unknown>(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ) => Promise<Answer<T>>;
  /** Signs in by password, as people do. Where that is not the subject, `openSession` is enough. */
  signIn: (email: string, role?: Role) => Promise<string>;
  /** A session token, without a sign-in. */
  openSession: (email: string) => Promise<string>;
  close: () => Promise<void>;
};

const addPeople = async ({ db }: Database) => {
  const educator = (educatorId: string, email: string, lastName: string) =>
    addUser(db, {
      role: 'educator',
      email,
      firstName: 'Educator',
      lastName,
      educatorId,
      passwordHash: PASSWORD_HASH,
      specialty: 'Swing Trading',
    });
  const [customer, educator1, educator2, hidden] = await Promise.all([
    addUser(db, {
      role: 'customer',
      email: 'customer@test.example',
      firstName: 'Cus',
      lastName: 'Tomer',
      passwordHash: PASSWORD_HASH,
    }),
    educator('1', 'one@test.example', 'One'),
    educator('2', 'two@test.example', 'Two'),
    educator('9', 'hidden@test.example', 'Hidden'),
  ]);
  return { customer, educator1, educator2, hidden };
};

export type TestAppOptions = {
  clock?: Clock;
  settings?: Record<string, string>;
  jobs?: JobRunnerOptions;
  /** Alternative connection to the database; closed with the app. */
  reach?: (connectionString: string) => Promise<Database>;
  /** Allowed push endpoints; the public internet by default. */
  pushEndpoints?: EndpointPolicy;
  /** The lowest cost by default. */
  passwords?: PasswordHasher;
  /** Receives log lines; without it any line fails the test. */
  onLog?: (line: string) => void;
};

/** The feed reconnects when a busy machine stalls for longer than it waits. Its own tests read these two lines. */
const STALLED_FEED =
  /^.*"message":"Query read timeout".*"msg":"Reading the feed failed".*\n.*"msg":"Lost the feed connection; reconnecting".*\n/gm;

/** A listening app with its own database; `close` stops both. */
export const startTestApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const complaints: string[] = [];
  const testDatabase = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'chartlark-data-'));
  const { database } = testDatabase;
  const people = await addPeople(database);
  const reached = (await options.reach?.(testDatabase.connectionString)) ?? database;
  const app = await buildApp({
    database: reached,
    env: testEnv({ DATA_DIR: folder, ...options.settings }),
    passwords: options.passwords ?? cheapHasher,
    jobs: { sweepMs: 1_000, ...options.jobs },
    logStream: { write: options.onLog ?? ((line) => complaints.push(line)) },
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.pushEndpoints ? { pushEndpoints: options.pushEndpoints } : {}),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  const call: TestApp['call'] = async (method, path, { token, body, headers = {} } = {}) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      body: isJson && text ? JSON.parse(text) : text,
      headers: response.headers,
    };
  };

  const sessions = new Sessions(database.db, options.clock ?? systemClock);
  const openSession: TestApp['openSession'] = async (email) => {
    const { rows } = await database.pool.query('select id from users where email = $1', [email]);
    if (!rows[0]) throw new Error(`Nobody has the address ${email}`);
    const from = { address: '127.0.0.1', userAgent: 'node', isStrong: true };
    return sessions.open(database.db, rows[0].id, from);
  };

  const signIn: TestApp['signIn'] = async (
    email,
    role = email.startsWith('customer') ? 'customer' : 'educator',
  ) => {
    const answer = await call<{ sessionToken: string }>('POST', '/api/auth/login', {
      body: { email, password: PASSWORD, selectedRole: role },
    });
    if (answer.status !== 200) throw new Error(`Sign-in of ${email} answered ${answer.status}`);
    return answer.body.sessionToken;
  };

  const close = async () => {
    await app.close();
    if (reached !== database) await reached.close();
    await testDatabase.drop();
    await rm(folder, { recursive: true, force: true });
    // An unexpected warning is a defect, whatever the test checks.
    const unexpected = complaints.join('').replace(STALLED_FEED, '');
    if (unexpected) throw new Error(`The app complained:\n${unexpected}`);
  };
  return { app, url, database, testDatabase, folder, people, call, signIn, openSession, close };
};

/** A valid new idea; `changes` override fields. */
export const ideaInput = (changes: Partial<NewIdeaInput> = {}): NewIdeaInput => ({
  pair: 'EUR/USD',
  time_frame: '4H',
  order_type: 'BUY',
  idea_type: 'Leverage',
  market_type: 'Forex',
  entry_1: '1.0842',
  entry_2: '1.0811',
  invalidation_level: '1.0755',
  exit_1: '1.0921',
  exit_2: '1.0985',
  exit_3: '1.1060',
  notes: 'Higher low above the base.',
  ...changes,
});

/** Publishes an idea and returns it; throws on failure. */
export const publish = async (
  app: TestApp,
  token: string,
  changes: Partial<NewIdeaInput> = {},
): Promise<TradeIdea> => {
  const answer = await app.call<TradeIdea>('POST', '/api/trade-ideas', { token, body: ideaInput(changes) });
  if (answer.status !== 201)
    throw new Error(`Publishing answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** Publishes an idea of educator 9, who cannot sign in. */
export const publishHidden = (
  { database, people }: TestApp,
  changes: Partial<NewIdeaInput> = {},
  notifier: IdeaNotifier = noNotifications,
): Promise<TradeIdea> => {
  const ideas = new IdeasService(
    database.db,
    { waitUntilApplied: async () => undefined },
    systemClock,
    notifier,
  );
  return ideas.create(people.hidden, newIdea.parse(ideaInput({ pair: 'TEST/USD', ...changes })));
};
