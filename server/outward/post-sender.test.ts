import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../contract/account/auth.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { OutwardEvent } from '../../contract/outward/idea-posts.ts';
import {
  type IdeaChanges,
  type NewIdeaInput,
  newIdea,
  UNDO_ACCEPTED_MS,
} from '../../contract/publishing/idea-writing.ts';
import { addUser } from '../account/users/users-service.ts';
import { ChatService } from '../chat/chat-service.ts';
import { chatRooms, destinations, posts, tradeIdeas } from '../database/schema.ts';
import { IdeasService } from '../ideas/ideas-service.ts';
import { OutboundConnections } from '../notifications/transport/connections.ts';
import { startGroupServer, TELEGRAM_TOKEN, type TestGroupServer } from '../testing/group-server.ts';
import { ideaInput } from '../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { PASSWORD_HASH } from '../testing/test-passwords.ts';
import { updateDestination } from './outward-db.ts';
import { announceMessage, outwardNotifier } from './outward-notifier.ts';
import { PostSender } from './post-sender.ts';
import { signWebhook } from './services.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const BASE_URL = 'https://lark.test.example';

let testDatabase: TestDatabase;
let groups: TestGroupServer;
let educator: User;
let hidden: User;
let now: number;
let logged: { msg: string; destination?: string; reason?: string }[];
const clock = () => new Date(now);
const feed = { waitUntilApplied: async () => undefined };

beforeAll(async () => {
  [testDatabase, groups] = await Promise.all([createTestDatabase(), startGroupServer()]);
  const add = (educatorId: string) =>
    addUser(testDatabase.database.db, {
      role: 'educator',
      email: `${educatorId}@test.example`,
      firstName: 'Educator',
      lastName: educatorId,
      educatorId,
      passwordHash: PASSWORD_HASH,
      specialty: null,
    });
  [educator, hidden] = await Promise.all([add('1'), add('9')]);
});
afterAll(async () => {
  await groups.close();
  await testDatabase.drop();
});
beforeEach(() => {
  now = Date.parse('2026-11-20T09:00:00.000Z');
  logged = [];
});
afterEach(async () => {
  // No secret is ever logged.
  expect(JSON.stringify(logged)).not.toMatch(/token-of|AAAA|whsec/);
  await testDatabase.database.db.delete(destinations);
  groups.clear();
});

const db = () => testDatabase.database.db;
const ideas = () => new IdeasService(db(), feed, clock, outwardNotifier);
const publish = (changes: Partial<NewIdeaInput> = {}, author = educator): Promise<TradeIdea> =>
  ideas().create(author, newIdea.parse(ideaInput(changes)));
const change = (idea: TradeIdea, changes: Partial<IdeaChanges>) =>
  ideas().update(educator, idea.id, changes as IdeaChanges);
const close = (idea: TradeIdea) => change(idea, { status: 'successful', result_level: 'exit_2' });

const createSender = (key = groups.key, connections = {}) =>
  new PostSender({
    db: db(),
    clock,
    env: { outward: { key, telegramUrl: groups.url }, baseUrl: BASE_URL },
    connections: new OutboundConnections(groups.endpoints, { keepAlive: false, ...connections }),
    findIdea: (id) => ideas().find(id),
    log: pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line)) }) as never,
  });
const send = async (...ids: string[]) => {
  for (const id of ids) await createSender().sendNext(id);
};
/** To a service that does not answer: nothing else may depend on how soon it is given up. */
const sendInVain = (id: string) => createSender(groups.key, { responseTimeoutMs: 150 }).sendNext(id);
const listPosts = (destinationId: string) =>
  db().select().from(posts).where(eq(posts.destinationId, destinationId)).orderBy(posts.createdAt);
const findDestination = async (id: string) =>
  (await db().select().from(destinations).where(eq(destinations.id, id)))[0];
const sentTo = (path: string) =>
  groups.received.filter((call) => call.path.includes(path)).map(({ body }) => JSON.parse(body));

describe('a published idea', () => {
  it('is posted once to each kind of destination, in its own markup, with levels, R, address and disclaimer', async () => {
    const ids = await Promise.all(
      (['telegram', 'discord', 'slack', 'webhook'] as const).map((kind) => groups.add(db(), kind)),
    );
    const idea = await publish({ pair: 'A&B <i>_x_</i>' });
    await send(...ids);
    await send(...ids);
    const url = `${BASE_URL}/ideas/${idea.id}`;
    expect(sentTo('/sendMessage')).toEqual([
      {
        chat_id: '-1001',
        text: `<b>A&amp;B &lt;i&gt;_x_&lt;/i&gt; Bullish · Forex Leverage</b>
Entry 1: 1.0842
Entry 2: 1.0811
Invalidation: 1.0755
Exit 1: 1.0921 (0.9R)
Exit 2: 1.0985 (1.6R)
Exit 3: 1.1060 (2.5R)
Educator 1 · 4H · published 2026-11-20 09:00 UTC
${url}
<i>Educational content only, not investment advice.</i>`,
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
      },
    ]);
    const [{ content, allowed_mentions }] = sentTo('/api/webhooks');
    expect(content).toContain('**A&B \\<i\\>\\_x\\_\\</i\\> Bullish');
    expect(content).toContain(`\n<${url}>\n`);
    expect(allowed_mentions).toEqual({ parse: [] });
    const [{ text }] = sentTo('/services');
    expect(text).toContain('*A&amp;B &lt;i&gt;_x_&lt;/i&gt; Bullish · Forex Leverage*\nEntry 1: 1.0842\n');
    const [hook, again] = groups.received.filter(({ path }) => path === '/hooks');
    expect(again).toBeUndefined();
    expect(JSON.parse(hook?.body ?? '')).toMatchObject({
      type: 'idea.published',
      timestamp: '2026-11-20T09:00:00.000Z',
      data: { id: idea.id, pair: idea.pair, entry_1: '1.0842', status: 'active', url },
    });
    const id = String(hook?.headers['webhook-id']);
    expect(hook?.headers['webhook-timestamp']).toBe(String(now / 1000));
    expect(hook?.headers['webhook-signature']).toBe(
      signWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', id, now / 1000, hook?.body ?? ''),
    );
    for (const one of ids) expect(await listPosts(one)).toMatchObject([{ state: 'sent', reason: null }]);
  });

  it('has no price where the group only calls', async () => {
    const ids = await Promise.all(
      (['slack', 'webhook'] as const).map((kind) => groups.add(db(), kind, { showsLevels: false })),
    );
    const idea = await publish();
    await send(...ids);
    await close(idea);
    now += UNDO_ACCEPTED_MS;
    await send(...ids);
    expect(groups.received).toHaveLength(4);
    expect(groups.received.map(({ body }) => body).join()).not.toMatch(/1\.(08|09|10)/);
    expect(sentTo('/services')[1].text).toContain('\nSuccessful. Exit 2, +1.6R\n');
  });

  it('is posted where its market and educator are wanted only, and of educator 9 nowhere', async () => {
    const crypto = await groups.add(db(), 'slack', { markets: ['Crypto'] });
    const other = await groups.add(db(), 'discord', { educators: ['2'] });
    const closedOnly = await groups.add(db(), 'telegram', { events: ['closed'] });
    const all = await groups.add(db(), 'webhook');
    await publish();
    await publish({}, hidden);
    for (const id of [crypto, other, closedOnly]) expect(await listPosts(id)).toEqual([]);
    expect(await listPosts(all)).toMatchObject([{ event: 'published' }]);
  });

  it('is not announced as new once it has ended, was deleted, or waited for two days', async () => {
    const id = await groups.add(db(), 'slack', { events: ['published'] });
    const ended = await publish();
    await close(ended);
    await send(id);
    const deleted = await publish();
    await ideas().delete(educator, deleted.id);
    await send(id);
    now += 1;
    await publish();
    now += 2 * DAY + 1;
    await send(id);
    expect(groups.received).toEqual([]);
    expect(await listPosts(id)).toMatchObject([
      { reason: 'outdated' },
      { state: 'failed', reason: 'too late' },
    ]);
  });
});

describe('a change', () => {
  it('waits until it can not be undone, then edits the first message and is posted, for Slack as a post alone', async () => {
    const ids = await Promise.all(
      (['telegram', 'discord', 'slack'] as const).map((kind) => groups.add(db(), kind)),
    );
    const idea = await publish();
    await send(...ids);
    groups.received.length = 0;
    await close(idea);
    now += UNDO_ACCEPTED_MS - 1;
    await send(...ids);
    expect(groups.received).toEqual([]);
    now += 1;
    await send(...ids);
    const calls = groups.received.map(({ method, path }) => `${method} ${path}`);
    expect(calls.toSorted()).toEqual([
      'PATCH /api/webhooks/1/token-of-discord/messages/101',
      'POST /api/webhooks/1/token-of-discord?wait=true',
      `POST /bot${TELEGRAM_TOKEN}/editMessageText`,
      `POST /bot${TELEGRAM_TOKEN}/sendMessage`,
      'POST /services/T/B/token-of-slack',
    ]);
    const [edit] = sentTo('/editMessageText');
    expect(edit).toMatchObject({ chat_id: '-1001', message_id: 100 });
    expect(edit.text).toContain('\nSuccessful. Exit 2 (1.0985), +1.6R\n');
    expect(edit.text).toContain('Past results do not predict future results.');
    expect(sentTo('/messages/')[0].allowed_mentions).toEqual({ parse: [] });
    expect(sentTo('/services')[0].text).toContain('\nSuccessful. Exit 2 (1.0985), +1.6R\n');
  });

  it('is not posted when it was undone, and of two that wait the last one says both', async () => {
    const id = await groups.add(db(), 'slack', { events: ['changed', 'closed'] });
    const idea = await publish();
    const moved = await change(idea, { invalidation_level: '1.0700' });
    await ideas().undo(educator, idea.id, moved.version);
    expect(await listPosts(id)).toEqual([]);
    const first = await change(idea, { exit_1: '1.0930' });
    now += SECOND;
    await change(first, { exit_2: '1.0990' });
    now += UNDO_ACCEPTED_MS;
    await send(id);
    await send(id);
    expect(await listPosts(id)).toMatchObject([{ reason: 'outdated' }, { state: 'sent' }]);
    expect(sentTo('/services')).toHaveLength(1);
    expect(sentTo('/services')[0].text).toMatch(/· changed\*[\s\S]*Exit 1: 1\.0930[\s\S]*Exit 2: 1\.0990/);
  });

  it('tells of pair, levels, steps, status and result, and not of notes', async () => {
    const id = await groups.add(db(), 'slack', { events: ['changed', 'step', 'closed'] });
    const idea = await publish();
    await change(idea, { notes: 'More' });
    await change(idea, { pair: 'GBP/USD' });
    now += SECOND;
    await ideas().addStep(educator, idea.id, { kind: 'entry_filled' });
    now += SECOND;
    await change(idea, { status: 'unsuccessful' });
    now += SECOND;
    await change(idea, { result_level: 'invalidation_level' });
    now += SECOND;
    await change(idea, { status: 'active' });
    expect((await listPosts(id)).map(({ event }) => event)).toEqual([
      'changed',
      'step',
      'closed',
      'closed',
      'changed',
    ]);
  });

  it('says each step once, also one whose own post was outdated, and only where steps are wanted', async () => {
    const events: OutwardEvent[] = ['published', 'changed', 'step'];
    const id = await groups.add(db(), 'slack', { events });
    const hook = await groups.add(db(), 'webhook', { events });
    const quiet = await groups.add(db(), 'discord', { events: ['published', 'changed'] });
    const idea = await publish();
    const sendAll = async () => {
      now += UNDO_ACCEPTED_MS;
      for (let posts = 0; posts < 3; posts++) await send(id, hook, quiet);
    };
    await sendAll();
    now += SECOND;
    await ideas().addStep(educator, idea.id, { kind: 'entry_filled' });
    now += SECOND;
    await ideas().addStep(educator, idea.id, { kind: 'line', text: 'Quiet market.' });
    await sendAll();
    await change(idea, { exit_1: '1.0930' });
    await sendAll();
    const [, steps, changed] = sentTo('/services').map(({ text }) => text);
    expect(steps).toContain('Entry filled\nQuiet market.\n');
    expect(changed).toContain('1.0930');
    expect(changed).not.toMatch(/Entry filled|Quiet market/);
    expect(sentTo('/hooks').at(-1).data.steps).toMatchObject([{ kind: 'entry_filled' }, { kind: 'line' }]);
    const all = sentTo('/api/webhooks').map(({ content }) => content);
    expect(all.join()).toContain('1.0930');
    expect(all.join()).not.toMatch(/Entry filled|Quiet market/);
  });

  it('says a step once where the publication had to wait', async () => {
    const id = await groups.add(db(), 'slack', { events: ['published', 'step'] });
    const idea = await publish();
    now += SECOND;
    await ideas().addStep(educator, idea.id, { kind: 'entry_filled' });
    now += UNDO_ACCEPTED_MS;
    for (let posts = 0; posts < 2; posts++) await send(id);
    const said = sentTo('/services').map(({ text }) => text.includes('Entry filled'));
    expect(said).toEqual([false, true]);
  });

  it('leaves out a line, which may have prices, where levels are left out', async () => {
    const id = await groups.add(db(), 'slack', { showsLevels: false, events: ['step'] });
    const idea = await publish();
    await ideas().addStep(educator, idea.id, { kind: 'exit_taken', level: 'exit_1', share: 50 });
    await ideas().addStep(educator, idea.id, { kind: 'line', text: 'Stop to 1.0842.' });
    now += UNDO_ACCEPTED_MS;
    for (let posts = 0; posts < 3; posts++) await send(id);
    const said = JSON.stringify(sentTo('/services'));
    expect(said).toContain('Exit 1 reached: 50 % closed');
    expect(said).not.toContain('Stop to');
  });

  it('is posted although the first message was deleted in the group, and when nothing differs from it', async () => {
    const ids = await Promise.all((['telegram', 'discord'] as const).map((kind) => groups.add(db(), kind)));
    const idea = await publish();
    await send(...ids);
    await change(idea, { exit_1: '1.0930' });
    now += UNDO_ACCEPTED_MS;
    // A job that ran before has edited the first message already.
    groups.behave('/sendMessage', { status: 500, body: '' });
    groups.messages.delete('101');
    await send(...ids);
    now += MINUTE;
    await send(...ids);
    for (const id of ids) expect((await listPosts(id))[1]).toMatchObject({ state: 'sent' });
    expect(sentTo('/editMessageText')).toHaveLength(2);
  });
});

describe('a message in a channel', () => {
  it('is posted as it is when it leaves, cut to what the service takes, and not when it was deleted', async () => {
    const [room] = await db()
      .insert(chatRooms)
      .values({ name: `Leverage ${now}` })
      .returning();
    const chat = new ChatService(db(), feed, clock, announceMessage);
    const say = (message: string, author = educator) =>
      chat.send(author, room?.id ?? '', { message, image_url: null });
    const ids = await Promise.all(
      (['telegram', 'discord', 'slack', 'webhook'] as const).map((kind) => groups.add(db(), kind)),
    );
    const quiet = await groups.add(db(), 'slack', { name: 'quiet', events: ['published'] });
    await say('hidden', hidden);
    await say('@everyone <@1> *now* & '.repeat(170));
    await send(...ids, quiet);
    const lengths = [...groups.messages.values()].map((text) => text.length);
    for (const [index, limit] of [4096, 2000, 4000].entries()) {
      expect(lengths[index]).toBeLessThanOrEqual(limit);
      expect(lengths[index]).toBeGreaterThan(limit - 8);
    }
    expect(sentTo('/hooks')[0]).toMatchObject({ type: 'message.sent', data: { user_name: 'Educator 1' } });
    expect(await listPosts(quiet)).toEqual([]);
    groups.received.length = 0;
    const gone = await say('Wrong room');
    await chat.delete(educator, gone.id);
    now += SECOND;
    await send(...ids);
    expect(groups.received).toEqual([]);
    for (const id of ids)
      expect((await listPosts(id))[1]).toMatchObject({ state: 'failed', reason: 'deleted' });
  });
});

describe('a service that does not take a post', () => {
  const limited = { ok: false, error_code: 429, parameters: { retry_after: 35 } };
  it.each([
    ['telegram', '/sendMessage', { status: 429, body: limited }, 35],
    [
      'discord',
      '/api/webhooks',
      { status: 429, headers: { 'retry-after': '65' }, body: { retry_after: 64.57 } },
      65,
    ],
    ['slack', '/services', { status: 429, headers: { 'retry-after': '30' }, body: '' }, 30],
  ] as const)('is left alone for as long as it asks (%s)', async (kind, path, behaviour, seconds) => {
    const id = await groups.add(db(), kind);
    await publish();
    groups.behave(path, behaviour);
    await send(id);
    now += seconds * SECOND - 1;
    await send(id);
    expect(groups.received).toHaveLength(1);
    now += 1;
    await send(id);
    expect(groups.received).toHaveLength(2);
    expect(await listPosts(id)).toMatchObject([{ state: 'sent' }]);
    expect(await findDestination(id)).toMatchObject({
      failures: 0,
      failingSince: null,
      retryAt: null,
      reason: null,
    });
  });

  it('is asked again later and later, by webhook with the same id, and disabled after a day of failures', async () => {
    const id = await groups.add(db(), 'webhook', { name: 'Desk' });
    await publish();
    const end = now + DAY;
    while ((await findDestination(id))?.state === 'active') {
      groups.behave('/hooks', { status: 503, body: 'token-of-nobody' });
      await send(id);
      const { retryAt } = (await findDestination(id)) ?? {};
      now = Math.max(now + 1, retryAt?.getTime() ?? 0);
      if (now > end + DAY) throw new Error('It is never disabled');
    }
    expect(now).toBeGreaterThanOrEqual(end);
    expect(groups.received.length).toBeGreaterThan(20);
    expect(groups.received.length).toBeLessThan(50);
    expect(new Set(groups.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await findDestination(id)).toMatchObject({ reason: 'answered 503 for a day' });
    expect(await listPosts(id)).toMatchObject([{ state: 'failed', reason: 'answered 503 for a day' }]);
    expect(logged).toMatchObject([
      { msg: 'A destination of posts was disabled', destination: 'Desk', reason: 'answered 503 for a day' },
    ]);
    await publish();
    expect(await listPosts(id)).toHaveLength(1);
  });

  it('goes on to be asked after more failures than anybody counts', async () => {
    const id = await groups.add(db(), 'webhook');
    await updateDestination(db(), id, { failures: 32_767, failingSince: new Date(now) });
    await publish();
    groups.behave('/hooks', { status: 503, body: '' });
    await send(id);
    expect(await findDestination(id)).toMatchObject({ failures: 1_000, reason: 'answered 503' });
  });

  it.each([
    [
      'telegram',
      '/sendMessage',
      403,
      '{"description":"Forbidden: bot was kicked from the supergroup chat"}',
      'the bot is not in the chat',
    ],
    ['telegram', '/sendMessage', 400, '{"description":"Bad Request: chat not found"}', 'chat not found'],
    ['telegram', '/sendMessage', 401, '{"description":"Unauthorized"}', 'the token is wrong'],
    [
      'discord',
      '/api/webhooks',
      404,
      '{"message":"Unknown Webhook","code":10015}',
      'the webhook was deleted',
    ],
    ['slack', '/services', 410, 'channel_is_archived', 'channel archived'],
    ['slack', '/services', 404, 'no_service', 'the webhook was deleted'],
    ['webhook', '/hooks', 410, '', 'the receiver wants no more'],
  ] as const)(
    'is disabled at once where it says so (%s %s %i %s)',
    async (kind, path, status, body, reason) => {
      const id = await groups.add(db(), kind);
      await publish();
      await publish();
      groups.behave(path, { status, body });
      await send(id);
      expect(await findDestination(id)).toMatchObject({ state: 'disabled', reason });
      expect((await listPosts(id)).map(({ state }) => state)).toEqual(['failed', 'failed']);
      expect(logged).toMatchObject([{ reason }]);
    },
  );

  it.each([
    [
      'telegram',
      '/sendMessage',
      400,
      '{"description":"Bad Request: can\'t parse entities: x"}',
      'text refused',
    ],
    ['telegram', '/sendMessage', 400, '{"description":"Bad Request: message is too long"}', 'text too long'],
    ['discord', '/api/webhooks', 400, '{"code":50035}', 'text refused'],
    ['slack', '/services', 400, 'invalid_payload', 'text refused'],
    ['slack', '/services', 302, '', 'answered 302'],
  ] as const)(
    'gets the next one although it refused this one (%s %s %i %s)',
    async (kind, path, status, body, reason) => {
      const id = await groups.add(db(), kind);
      await publish();
      now += 1;
      await publish();
      groups.behave(path, { status, body });
      await send(id);
      await send(id);
      expect(await listPosts(id)).toMatchObject([{ state: 'failed', reason }, { state: 'sent' }]);
      expect(logged).toEqual([]);
    },
  );

  it('is asked at its new number when a group of Telegram moved', async () => {
    const id = await groups.add(db(), 'telegram');
    await publish();
    groups.behave('/sendMessage', {
      status: 400,
      body: {
        ok: false,
        description: 'Bad Request: group chat was upgraded',
        parameters: { migrate_to_chat_id: -1002 },
      },
    });
    await send(id);
    now += MINUTE;
    await send(id);
    expect(sentTo('/sendMessage').map(({ chat_id }) => chat_id)).toEqual(['-1001', '-1002']);
  });

  it('gets a post of Telegram that timed out or broke off only once, because it may stand there', async () => {
    const id = await groups.add(db(), 'telegram');
    await publish();
    groups.behave('/sendMessage', 'silence', 'drop');
    await sendInVain(id);
    now += MINUTE;
    await publish();
    await send(id);
    now += MINUTE;
    await send(id);
    expect(groups.messages.size).toBe(2);
    expect(await listPosts(id)).toMatchObject([
      { state: 'uncertain', reason: 'no answer' },
      { state: 'uncertain', reason: 'no answer' },
    ]);
    expect(await findDestination(id)).toMatchObject({
      failures: 2,
      failingSince: new Date(now - 2 * MINUTE),
    });
  });

  it('is not asked again by another process when one died while Telegram had its post', async () => {
    const id = await groups.add(db(), 'telegram');
    await publish();
    groups.behave('/sendMessage', 'silence');
    const dying = createSender(groups.key, { responseTimeoutMs: 3_000 }).sendNext(id);
    await expect.poll(() => groups.received.length, { interval: 5 }).toBe(1);
    await send(id);
    expect(groups.received).toHaveLength(1);
    expect(await listPosts(id)).toMatchObject([{ state: 'uncertain' }]);
    await dying;
  });

  it.each(['discord', 'slack', 'webhook'] as const)('gets a post that timed out again (%s)', async (kind) => {
    const id = await groups.add(db(), kind);
    await publish();
    groups.behave('/', 'silence');
    await sendInVain(id);
    expect(await listPosts(id)).toMatchObject([{ state: 'waiting', reason: 'no answer' }]);
    now += MINUTE;
    await send(id);
    expect(await listPosts(id)).toMatchObject([{ state: 'sent' }]);
  });

  it('gets a post of Telegram again that never left', async () => {
    const id = await groups.add(db(), 'telegram');
    await publish();
    const away = await startGroupServer();
    await away.close();
    const sender = new PostSender({
      db: db(),
      clock,
      env: { outward: { key: groups.key, telegramUrl: away.url }, baseUrl: BASE_URL },
      connections: new OutboundConnections(away.endpoints, { keepAlive: false }),
      findIdea: (one) => ideas().find(one),
      log: pino({ level: 'silent' }) as never,
    });
    await sender.sendNext(id);
    expect(await listPosts(id)).toMatchObject([{ state: 'waiting', reason: 'no answer' }]);
    sender.stop();
    now += MINUTE;
    await sender.sendNext(id);
    expect(await listPosts(id)).toMatchObject([{ state: 'waiting' }]);
    expect(await findDestination(id)).toMatchObject({ failures: 1 });
  });

  it('is never called at an address that is not public', async () => {
    const id = await groups.add(db(), 'slack');
    await publish();
    const endpoints = { ...groups.endpoints, allowsAddress: () => false };
    const connections = new OutboundConnections(endpoints, { keepAlive: false });
    const env = { outward: { key: groups.key, telegramUrl: groups.url }, baseUrl: BASE_URL };
    const log = pino({ level: 'silent' }) as never;
    await new PostSender({
      db: db(),
      clock,
      env,
      connections,
      findIdea: (one) => ideas().find(one),
      log,
    }).sendNext(id);
    expect(groups.received).toEqual([]);
    expect(await findDestination(id)).toMatchObject({
      state: 'disabled',
      reason: 'its address is not public',
    });
  });

  it('gets nothing without the key of its secret, which ends nothing else', async () => {
    const id = await groups.add(db(), 'slack');
    await publish();
    await createSender(Buffer.alloc(32)).sendNext(id);
    expect(await listPosts(id)).toMatchObject([{ state: 'failed', reason: 'key missing' }]);
    expect(await findDestination(id)).toMatchObject({ state: 'active' });
    expect(groups.received).toEqual([]);
  });
});

it('removes posts after thirty days, those of open ideas thirty days after they close', async () => {
  const id = await groups.add(db(), 'slack', { events: ['published'] });
  const [open, closed] = [await publish(), await publish()];
  await close(closed);
  await createSender().removeOld(new Date(now - 1));
  expect(await listPosts(id)).toHaveLength(2);
  await createSender().removeOld(new Date(now + 1));
  expect(await listPosts(id)).toMatchObject([{ ideaId: open.id }]);
  await db().delete(tradeIdeas).where(eq(tradeIdeas.id, open.id));
  expect(await listPosts(id)).toEqual([]);
});
