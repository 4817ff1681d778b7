import { beforeAll, it } from 'vitest';
import { getReadingState } from '../../contract/ideas/reading.ts';
import { addRoom } from '../../server/testing/chat-rooms.ts';
import { publish } from '../../server/testing/test-app.ts';
import { setUpConformance } from './conformance.ts';
import { FakeApi } from './fake-api.ts';
import { FakeIdeas, newId } from './fake-ideas.ts';
import { FakeReader } from './fake-reader.ts';

const api = new FakeApi();
const ideas = new FakeIdeas(api);
new FakeReader(api, ideas);
const { both, know, state } = setUpConformance(api, {
  email: 'customer@test.example',
  volatile: ['updated_at', 'educator_name'],
});

/** `:0` and `:1` are ideas, `:2` is a channel. */
const UNKNOWN = '00000000-0000-4000-8000-0000000000ff';
const LATER = '00000000-0000-4000-8000-0000000000fe';
let educatorToken: string;
beforeAll(async () => {
  educatorToken = await state.app.signIn('two@test.example');
  for (const changes of [
    { pair: 'EUR/USD' },
    { pair: 'SPX/USDT', market_type: 'Crypto', idea_type: 'Exchange' },
  ] as const)
    know(
      (await publish(state.app, educatorToken, changes)).id,
      ideas.publish({ order_type: 'BUY', ...changes }).id,
    );
  know((await addRoom(state.app, 'Leverage Ideas')).id, newId());
});

it('bookmarks, notes, lists and removes as the server does', async () => {
  const put = (id: string, body: object) => both('PUT', `/api/bookmarks/${id}`, { body });
  const list = () => both('GET', '/api/bookmarks');
  await put(':0', { is_bookmarked: true });
  await put(':1', { note: 'Later.' });
  await list();
  await put(':0', { note: ' With a note. ' });
  await list();
  await put(':0', { is_bookmarked: false });
  await list();
  await put(':1', { note: '' });
  await put(UNKNOWN, { is_bookmarked: true });
  await put(UNKNOWN, { is_bookmarked: false });
  await list();
  await both('DELETE', '/api/trade-ideas/:0', { token: educatorToken });
  await list();
  await put(':0', { is_bookmarked: true });
  await list();
});

it('follows and unfollows as the server does', async () => {
  for (const [method, id] of [
    ['PUT', '3'],
    ['PUT', '1'],
    ['PUT', '3'],
    ['DELETE', '3'],
    ['DELETE', '4'],
  ] as const)
    await both(method, `/api/follows/${id}`);
  await both('GET', '/api/follows');
});

it('merges what was seen and read as the server does', async () => {
  const read = (version: number, exit_1: string) => ({
    version,
    status: 'active',
    levels: { entry_1: '1', entry_2: null, invalidation_level: '2', exit_1, exit_2: null, exit_3: null },
  });
  const add = async (given: object) => {
    await both('POST', getReadingState.path, { body: { markets: [], ideas: [], rooms: [], ...given } });
    await both('GET', getReadingState.path);
  };
  const room = (created_at: string, id: string) => ({ rooms: [{ room_id: ':2', created_at, id }] });
  await add({ markets: ['Forex'], ideas: [{ id: ':1', viewed: false, read: null }] });
  await add({ markets: ['Forex'], ideas: [{ id: ':1', viewed: true, read: read(2, '3') }] });
  await add({ ideas: [{ id: ':1', viewed: false, read: read(1, '4') }] });
  await add({ ideas: [{ id: ':1', viewed: false, read: read(3, '5') }] });
  await add(room('2026-11-20T12:00:00.000Z', UNKNOWN));
  await add(room('2026-11-20T11:00:00.000Z', UNKNOWN));
  await add(room('2026-11-20T12:00:00.000Z', LATER));
  await add(room('2026-11-20T12:00:01.000Z', LATER));
});
