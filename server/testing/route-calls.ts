import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Secret } from 'otpauth';
import { revokeAccessToken } from '../../contract/account/access-tokens.ts';
import { endSession, listSessions, type OwnSession } from '../../contract/account/account.ts';
import type { User } from '../../contract/account/auth.ts';
import { deleteOwnAccount } from '../../contract/account/own-data.ts';
import { passkeyConfirmOptions, renamePasskey } from '../../contract/account/passkeys.ts';
import { listPublicProfiles } from '../../contract/account/profiles.ts';
import { putCheckComment } from '../../contract/candles/own-prices.ts';
import { priceCheckRow } from '../../contract/candles/price-check.fixture.ts';
import type { ChatRoom } from '../../contract/chat/chat-schemas.ts';
import { answerPracticeQuestion } from '../../contract/learn/practice.ts';
import { updateVideo } from '../../contract/learn/videos.ts';
import { getMedia } from '../../contract/media/media.ts';
import { getIdeaFeed } from '../../contract/notifications/idea-feed.ts';
import {
  addOperatorPasskey as addOperatorPasskeyRoute,
  operatorRegistrationOptions,
  operatorSignInOptions,
} from '../../contract/operator/operator-access.ts';
import { actOnPerson } from '../../contract/operator/people.ts';
import { actOnDestination, addDestination, listDestinations } from '../../contract/operator/system.ts';
import { undoIdeaChange } from '../../contract/publishing/idea-writing.ts';
import type { RouteDefinition } from '../../contract/shared/route.ts';
import { addUser } from '../account/users/users-service.ts';
import { accessTokens, passkeys, practiceForecasts, userProfiles } from '../database/schema.ts';
import { createToken } from './access-tokens.ts';
import { createTestLink } from './account-links.ts';
import { addRoom, say } from './chat-rooms.ts';
import { startMailServer } from './mail-server.ts';
import { createForm, jpeg, uploadFile, wav } from './media-files.ts';
import { createOperatorLink, openOperatorSession } from './operator-session.ts';
import {
  type CreationOptions,
  getRegistrationOptions,
  getSignInOptions,
  type RequestOptions,
  registerPasskey,
} from './passkey-calls.ts';
import { addVideo, profileInput, sendPortrait, videoInput } from './profile-inputs.ts';
import { subscriptionInput } from './push-device.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import { ideaInput, publish, startTestApp, type TestApp } from './test-app.ts';
import { PASSWORD } from './test-passwords.ts';
import { readTimeCode } from './time-code.ts';

/** Callers of DESIGN §12 (R9). */
export const callers = [
  'nobody',
  'customer',
  'owner',
  'other educator',
  'ended session',
  'forged token',
  'read token',
  'publish token',
  'operator',
] as const;
export type Caller = (typeof callers)[number];

/** Refuses each connection at once; looking up a name would take seconds without a network. */
const unreachablePushService = { allowsUrl: () => true, allowsAddress: () => false };
const createSubscription = () => subscriptionInput(`https://localhost/send/${randomUUID()}`);

let test: TestApp;
let room: ChatRoom;

/** Educators may not share a name. */
const uniqueProfile = () => profileInput({ last_name: randomUUID(), display_name: '' });

/** A valid body per route (a form for uploads). role-matrix.test.ts fails for a route without a row. */
export const bodies: Record<string, (caller: Caller) => unknown> = {
  'POST /api/auth/login': () => ({
    email: 'customer@test.example',
    password: PASSWORD,
    selectedRole: 'customer',
  }),
  'POST /api/auth/confirm': () => ({ password: PASSWORD }),
  'PUT /api/auth/password': () => ({ currentPassword: PASSWORD, newPassword: PASSWORD }),
  'POST /api/auth/time-code/confirm': () => ({ code: readTimeCode(SECRET, Date.now()) }),
  'POST /api/auth/tokens': () => ({ kind: 'read', name: 'Script' }),
  'POST /api/auth/passkeys/sign-in': async () => ({
    response: (await addOwnPasskey('customer@test.example')).sign(await getSignInOptions(test)),
    selectedRole: 'customer',
  }),
  'POST /api/auth/passkeys': async (caller) => ({
    response: new SoftwareAuthenticator().register(
      await getRegistrationOptions(test, await signInOwner(caller)),
    ),
    name: 'Phone',
  }),
  'PUT /api/auth/passkeys/:id': () => ({ name: randomUUID() }),
  'POST /api/auth/passkeys/confirm': async (caller) => {
    const email = ownersWithPasskeys[caller] ?? 'one@test.example';
    const authenticator = await addOwnPasskey(email);
    const token = await test.openSession(email);
    const { body } = await test.call<RequestOptions>('POST', passkeyConfirmOptions.path, { token });
    return { response: authenticator.sign(body) };
  },
  'POST /api/auth/invitation': async () => ({ token: await createTestLink(test, 'invitation') }),
  'POST /api/auth/invitation/passkey-options': async () => ({
    token: await createTestLink(test, 'invitation'),
    firstName: 'Ann',
    lastName: 'Lee',
    acceptTerms: true,
  }),
  'POST /api/auth/invitation/accept': async () => ({
    token: await createTestLink(test, 'invitation'),
    firstName: 'Ann',
    lastName: 'Lee',
    password: 'entirely of my own choice',
    acceptTerms: true,
  }),
  'POST /api/auth/forgotten-password': () => ({ email: 'customer@test.example' }),
  'POST /api/auth/password-reset': async () => ({ token: await createTestLink(test, 'password_reset') }),
  'PUT /api/auth/password-reset': async () => ({
    token: await createTestLink(test, 'password_reset'),
    newPassword: 'entirely of my own choice',
  }),
  'PUT /api/auth/email': () => ({ email: `${randomUUID()}@test.example` }),
  'POST /api/auth/email-change': async () => ({ token: await createTestLink(test, 'email_change') }),
  'PUT /api/auth/email-change': async () => ({ token: await createTestLink(test, 'email_change') }),
  'POST /api/auth/not-me': async () => ({ token: await createTestLink(test, 'not_me') }),
  'PUT /api/auth/not-me': async () => ({ token: await createTestLink(test, 'not_me') }),
  'PUT /api/trade-ideas/:id/check-comment': () => ({ comment: randomUUID() }),
  'POST /api/trade-ideas': () => ideaInput(),
  'PUT /api/trade-ideas/:id': () => ({ notes: randomUUID() }),
  'POST /api/trade-ideas/:id/steps': () => ({ kind: 'line', text: randomUUID() }),
  'PUT /api/idea-templates': () => ({
    templates: [
      {
        name: 'Swing',
        pair: 'EUR/USD',
        time_frame: '4h',
        order_type: 'BUY',
        idea_type: 'Leverage',
        market_type: 'Forex',
        notes: '',
      },
    ],
  }),
  'PUT /api/bookmarks/:id': () => ({ is_bookmarked: true, note: '' }),
  'POST /api/reading': () => ({ markets: ['Forex'], ideas: [], rooms: [] }),
  'PUT /api/news/read': () => ({ until: new Date().toISOString() }),
  'PUT /api/practice/questions/:id/answer': () => ({ probability: 60, reason: null, is_remembered: false }),
  'PUT /api/record-publication': () => ({ published: true }),
  'POST /api/chat/rooms/:id/messages': () => ({ message: randomUUID() }),
  'PUT /api/chat/messages/:id': () => ({ message: randomUUID() }),
  'PUT /api/notifications/preferences': () => ({ Forex: true, Crypto: false }),
  'POST /api/push/subscriptions': () => createSubscription(),
  'DELETE /api/push/subscriptions': () => ({ endpoint: createSubscription().endpoint }),
  'POST /api/push/renewals': async () => {
    const before = createSubscription();
    const token = await test.openSession('customer@test.example');
    await test.call('POST', '/api/push/subscriptions', { token, body: before });
    const previous = { endpoint: before.endpoint, auth: before.keys.auth };
    return { previous, subscription: createSubscription() };
  },
  'PUT /api/push/settings': () => ({ statusChanges: true, quietHours: null }),
  'POST /api/push/test': () => ({}),
  'POST /api/push/test-trade': () => ({ audience: 'own' }),
  'POST /api/media': () => createForm(wav()),
  'POST /api/user-profiles/:userId': uniqueProfile,
  'PUT /api/user-profiles/:userId': uniqueProfile,
  'PUT /api/users/me': () => ({ specialty: 'Day Trading' }),
  'PUT /api/profile-image': async () => createForm(await jpeg()),
  'POST /api/videos': () => videoInput(),
  'PUT /api/videos/:id': () => ({ title: randomUUID() }),
  'POST /api/operator/session': async () => ({ token: await createOperatorLink(test) }),
  'POST /api/operator/passkeys/sign-in': async () => {
    const operator = await addOperatorPasskey();
    const { body } = await test.call<RequestOptions>('POST', operatorSignInOptions.path);
    return { response: operator.sign(body) };
  },
  'POST /api/operator/passkeys': async () => {
    const token = await openOperatorSession(test);
    const { body } = await test.call<CreationOptions>('POST', operatorRegistrationOptions.path, { token });
    return { response: new SoftwareAuthenticator().register(body) };
  },
  'POST /api/operator/people/:id/actions': () => ({ action: 'endSessions' }),
  'POST /api/operator/invitations/preview': () => ({ csv: 'email,first_name,last_name' }),
  'POST /api/operator/invitations': () => ({
    people: [{ email: `${randomUUID()}@test.example`, firstName: '', lastName: '' }],
  }),
  'POST /api/operator/destinations': () => createDestination(),
  'POST /api/operator/destinations/:id/actions': () => ({ action: 'pause' }),
};

/** A webhook that is never called. */
const createDestination = () => ({
  kind: 'webhook',
  name: randomUUID(),
  secret: 'https://hooks.example.org/ideas',
  events: ['published'],
  markets: ['Forex'],
  educators: null,
  showsLevels: true,
});
const addOperatorPasskey = async () => {
  const token = await openOperatorSession(test);
  const { body } = await test.call<CreationOptions>('POST', operatorRegistrationOptions.path, { token });
  const authenticator = new SoftwareAuthenticator();
  const response = authenticator.register(body);
  await test.call('POST', addOperatorPasskeyRoute.path, { token, body: { response } });
  return authenticator;
};

/** Headers a route requires. */
const requiredHeaders: Record<string, Record<string, string>> = {
  'POST /api/trade-ideas/:id/undo': { 'if-match': '"2"' },
};

/** The secret of every educator's authenticator app, for routes that change it: whether it is switched on already. */
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const timeCodeRoutes: Record<string, boolean> = {
  'POST /api/auth/time-code': false,
  'POST /api/auth/time-code/confirm': false,
  'DELETE /api/auth/time-code': true,
  'POST /api/auth/recovery-codes': true,
};
const addTimeCodes = (isOn: boolean) =>
  test.database.pool.query(
    `insert into time_codes (user_id, secret, confirmed_at) select id, $1, case when $2 then now() end from users
     where role = 'educator'`,
    [Buffer.from(Secret.fromBase32(SECRET).bytes), isOn],
  );

export const getRouteName = (route: RouteDefinition) => `${route.method} ${route.path}`;

/** Whose passkeys a caller uses; all others try those of educator 1. */
const ownersWithPasskeys: Partial<Record<Caller, string>> = {
  customer: 'customer@test.example',
  'other educator': 'two@test.example',
};
const signInOwner = (caller: Caller) => test.openSession(ownersWithPasskeys[caller] ?? 'one@test.example');

/** A passkey of the account, whose others are removed: an account has at most 20. */
const addOwnPasskey = async (email: string) => {
  await test.database.db.delete(passkeys);
  return registerPasskey(test, await test.openSession(email));
};

const getToken = async (caller: Caller): Promise<string | undefined> => {
  if (caller === 'nobody') return undefined;
  if (caller === 'operator') return openOperatorSession(test);
  if (caller === 'forged token') return 'A'.repeat(43);
  if (caller === 'customer') return test.openSession('customer@test.example');
  if (caller === 'other educator') return test.openSession('two@test.example');
  const token = await test.openSession('one@test.example');
  if (caller === 'read token' || caller === 'publish token') {
    // An account has at most 10.
    await test.database.db.delete(accessTokens);
    return (await createToken(test, token, caller === 'read token' ? 'read' : 'publish')).secret;
  }
  if (caller === 'ended session') await test.call('POST', '/api/auth/logout', { token });
  return token;
};

/** Path with the caller's own profile and a public picture; without a profile if the route creates one. */
const createProfilePath = async (route: RouteDefinition, caller: Caller): Promise<string> => {
  const { customer, educator1, educator2 } = test.people;
  const people: Partial<Record<Caller, User>> = { customer, 'other educator': educator2 };
  const owner = route.access === 'public' ? educator1 : (people[caller] ?? educator1);
  await test.database.db.delete(userProfiles).where(eq(userProfiles.user_id, owner.id));
  const token = await test.openSession(owner.email);
  const path = `/api/user-profiles/${owner.id}`;
  if (route.method !== 'POST') await test.call('POST', path, { token, body: uniqueProfile() });
  if (route.access === 'public') await sendPortrait(test, token, await jpeg());
  return route.path.replace(':userId', owner.id);
};

/** Path with the caller's own session, if any. */
const createSessionPath = async (route: RouteDefinition, token: string | undefined): Promise<string> => {
  const answer = token && (await test.call<OwnSession[] | object>('GET', listSessions.path, { token })).body;
  const own = Array.isArray(answer) ? answer.find(({ current }) => current)?.id : undefined;
  return route.path.replace(':id', own ?? randomUUID());
};

/** Path with a question of the caller, open for the route that answers it. */
const createPracticePath = async (route: RouteDefinition, caller: Caller): Promise<string> => {
  const { customer, educator1, educator2 } = test.people;
  const owners: Partial<Record<Caller, User>> = { customer, 'other educator': educator2 };
  const { id: userId } = owners[caller] ?? educator1;
  const { id: ideaId } = await publish(test, await test.openSession('one@test.example'));
  await test.database.db.delete(practiceForecasts);
  const answer =
    route.path === answerPracticeQuestion.path ? {} : { answeredAt: new Date(), probability: 50 };
  const question = { userId, ideaId, askedAt: new Date(), ...answer };
  const [row] = await test.database.db.insert(practiceForecasts).values(question).returning();
  return route.path.replace(':id', row!.id);
};

/** Path with a row of educator 1. */
const createPath = async (
  route: RouteDefinition,
  caller: Caller,
  callerToken: string | undefined,
): Promise<string> => {
  if (route.path === endSession.path) return createSessionPath(route, callerToken);
  if (route.path === renamePasskey.path) {
    const email = ownersWithPasskeys[caller] ?? 'one@test.example';
    return route.path.replace(':id', (await addOwnPasskey(email)).id);
  }
  if (route.path === revokeAccessToken.path) {
    return route.path.replace(':id', (await createToken(test, await signInOwner(caller), 'read')).id);
  }
  if (route.path === getIdeaFeed.path) {
    const { secret } = await createToken(test, await test.openSession('one@test.example'), 'feed');
    return route.path.replace(':file', `${secret}.atom`);
  }
  if (route.path === actOnPerson.path) {
    const person = {
      role: 'customer',
      email: `${randomUUID()}@test.example`,
      firstName: '',
      lastName: '',
    } as const;
    return route.path.replace(':id', (await addUser(test.database.db, person)).id);
  }
  if (route.path === actOnDestination.path) {
    const token = await openOperatorSession(test);
    await test.call('POST', addDestination.path, { token, body: createDestination() });
    const { body } = await test.call<{ id: string }[]>('GET', listDestinations.path, { token });
    return route.path.replace(':id', body[0]!.id);
  }
  if (route.path.includes(':userId')) return createProfilePath(route, caller);
  if (route.path === listPublicProfiles.path) return `${route.path}?public=educators`;
  if (!route.path.includes(':')) return route.path;
  if (route.path.startsWith('/api/practice/')) return createPracticePath(route, caller);
  if (route.path.startsWith('/api/public/records/'))
    await test.database.pool.query(`update users set record_published_at = now() where educator_id = '1'`);
  if (route.path.includes(':educatorId')) return route.path.replace(':educatorId', '1');
  const token = await test.openSession('one@test.example');
  if (route.path === getMedia.path) return (await uploadFile(test, token, wav())).url;
  if (route.path.startsWith('/api/chat/rooms/')) return route.path.replace(':id', room.id);
  if (route.path.startsWith('/api/chat/messages/'))
    return route.path.replace(':id', (await say(test, token, room.id, 'A word')).id);
  if (route.path === updateVideo.path) return route.path.replace(':id', (await addVideo(test, token)).id);
  const { id } = await publish(test, token);
  if (route.path === undoIdeaChange.path)
    await test.call('PUT', `/api/trade-ideas/${id}`, { token, body: { notes: 'Changed' } });
  if (route.path === putCheckComment.path)
    await test.database.pool.query(
      "insert into idea_checks (idea_id, report, result, found_at) values ($1, 'unsuccessful', $2, now())",
      [id, priceCheckRow({ conclusion: 'contradicted' })],
    );
  return route.path.replace(':id', id);
};

/** Calls a route with valid input. Only the status: a stream would never end. */
export const fetchStatus = async (route: RouteDefinition, caller: Caller): Promise<number> => {
  const token = await getToken(caller);
  const body = await bodies[getRouteName(route)]?.(caller);
  const isForm = body instanceof FormData;
  const hasTimeCode = timeCodeRoutes[getRouteName(route)];
  if (hasTimeCode !== undefined) await addTimeCodes(hasTimeCode);
  const abort = new AbortController();
  const response = await fetch(new URL(await createPath(route, caller, token), test.url), {
    method: route.method,
    signal: abort.signal,
    headers: {
      // A form names its own boundary.
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...requiredHeaders[getRouteName(route)],
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  abort.abort();
  // The next sign-in has no code.
  if (hasTimeCode !== undefined) await test.database.pool.query('delete from time_codes');
  // The account is deleted a few seconds later unless it is enabled again.
  if (route.path === deleteOwnAccount.path)
    await test.database.pool.query('update users set disabled_at = null');
  return response.status;
};

/** Starts the app that the calls go to. */
export const startRouteCalls = async (): Promise<TestApp> => {
  // Changes of email need mail. Passkeys of this address work.
  const mail = await startMailServer('http://localhost:3000');
  test = await startTestApp({
    pushEndpoints: unreachablePushService,
    settings: {
      ...mail.settings,
      PUBLIC_RECORDS: 'on',
      OUTWARD_KEY: randomBytes(32).toString('base64'),
    },
  });
  room = await addRoom(test, 'Leverage Ideas');
  return {
    ...test,
    close: async () => {
      await test.close();
      await mail.close();
    },
  };
};
