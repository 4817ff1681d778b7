import { beforeEach, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { type IdeaRevision, listIdeaRevisions } from '../../contract/ideas/idea-revisions.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { listNews, markNewsRead, type NewsItem } from '../../contract/notifications/news.ts';
import { findViolationsInBothThemes } from '../testing/axe.ts';
import { Refusal } from '../testing/fake-api.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { FakeReader } from '../testing/fake-reader.ts';
import { openApp, reloadApp, server } from '../testing/open-app.tsx';
import { expectGone, expectLive, expectShown } from '../testing/page.ts';

/** The list of what is new. What belongs to it is tested with the server. */
let ideas: FakeIdeas;
let reader: FakeReader;
/** Newest first. An idea is unread until the reader has viewed its version, and everything until it is marked. */
let news: NewsItem[];
let readUntil: string;
beforeEach(() => {
  ideas = new FakeIdeas(server());
  reader = new FakeReader(server(), ideas);
  news = [];
  readUntil = '';
  server().on(listNews, () =>
    news.map((item) => ({ ...item, is_unread: item.is_unread && item.at > readUntil })),
  );
  server().on(markNewsRead, ({ body }) => {
    readUntil = body.until;
    return { success: true as const };
  });
});

const tell = (
  { id, pair, educator_name, market_type, order_type, status, version }: TradeIdea,
  kind: 'published' | 'changed' | 'closed' | 'deleted',
  changes: { field: string; old: unknown; new: unknown }[] = [],
) => {
  const item = {
    id: `${id} ${kind}`,
    at: new Date(Date.now() + news.length).toISOString(),
    kind,
    idea: { id, pair, educator_name, market_type, order_type, status },
    changes,
    get is_unread() {
      const read = reader.ideas.get(id);
      return kind === 'published' ? !read?.viewed : (read?.read?.version ?? 0) < version;
    },
  };
  news = [item, ...news];
};
const openBell = async (): Promise<Locator> => {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  return page.getByRole('dialog', { name: 'Notifications' });
};

const entry = (dialog: Locator, name: string) => dialog.getByRole('link', { name, exact: true });
const unread = (dialog: Locator, name: string) => entry(dialog, `${name} unread`);
/** A reader who has viewed USD/NOK, which has changed since, and not USD/DKK. */
const openAfterChanges = async () => {
  const viewed = ideas.publish({ pair: 'USD/NOK' });
  const other = ideas.publish({ pair: 'USD/DKK' });
  const { status } = viewed;
  const { entry_1, entry_2, invalidation_level, exit_1, exit_2, exit_3 } = viewed;
  const levels = { entry_1, entry_2, invalidation_level, exit_1, exit_2, exit_3 };
  reader.ideas.set(viewed.id, { id: viewed.id, viewed: true, read: { version: 1, status, levels } });
  reader.markets.add('Forex').add('Crypto');
  await openApp('/customer/dashboard');
  tell(other, 'published');
  const changes = [{ field: 'exit_1', old: '1.0921', new: '1.0955' }];
  tell(ideas.change(viewed.id, { exit_1: '1.0955' }), 'changed', changes);
  return { viewed, other };
};
const close = (idea: TradeIdea) =>
  tell(ideas.change(idea.id, { status: 'successful', result_level: 'exit_1' }), 'closed', [
    { field: 'result_level', old: null, new: 'exit_1' },
  ]);

it('lists ideas, changes, closings and messages, each leading to its place (§2.47)', async () => {
  const { viewed, other } = await openAfterChanges();
  news.push({
    id: 'message',
    at: new Date(0).toISOString(),
    is_unread: false,
    kind: 'message',
    room: { id: 'room-2', name: 'Exchange Ideas' },
    author: 'Maya Okafor',
    text: 'Slow on purpose.',
  });
  const dialog = await openBell();
  await expectShown(unread(dialog, 'USD/DKK · New idea'));
  await expectShown(unread(dialog, 'USD/NOK · Updated'));
  await expectShown(dialog.getByText('2 unread'));
  await expect
    .element(entry(dialog, 'Exchange Ideas · Message'))
    .toHaveAttribute('href', '/customer/chat?channel=room-2');
  // Arrives while the list is open.
  await expectLive();
  close(viewed);
  await expectShown(unread(dialog, 'USD/NOK · Closed'));
  await expectShown(dialog.getByRole('listitem').filter({ hasText: 'USD/NOK · Closed' }).getByText('Exit 1'));
  expect(await findViolationsInBothThemes()).toEqual([]);
  await unread(dialog, 'USD/DKK · New idea').click();
  await expect.poll(() => location.pathname).toBe(`/ideas/${other.id}`);
  await expectShown(page.getByRole('heading', { level: 1, name: 'USD/DKK' }));
});

it('tells which levels were touched, and asks an educator whether to close', async () => {
  const { id, pair, educator_name, market_type, order_type, status } = ideas.publish({ pair: 'USD/NOK' });
  const touch = { idea_id: id, price: '1.1', from: 0, to: 60_000, source: 'Kraken', is_entered: true };
  const item = {
    at: new Date().toISOString(),
    is_unread: true,
    kind: 'touched' as const,
    idea: { id, pair, educator_name, market_type, order_type, status },
  };
  news = [
    { ...item, id: 'a', touch: { ...touch, level: 'exit_1' }, is_own: true },
    { ...item, id: 'b', touch: { ...touch, level: 'entry_1' }, is_own: false },
  ];
  await openApp('/customer/dashboard');
  const dialog = await openBell();
  await expectShown(dialog.getByText(/^Kraken: exit 1 reached at .*\. Close as successful\?$/));
  await expectShown(dialog.getByText(/^Kraken: entry 1 reached at .*\.$/));
  await expect.poll(() => unread(dialog, 'USD/NOK · Level reached').elements().length).toBe(2);
});

it('lists an idea as unread until it was viewed, and everything until it is marked (§2.47)', async () => {
  const { viewed } = await openAfterChanges();
  close(viewed);
  const dialog = await openBell();
  await unread(dialog, 'USD/DKK · New idea').click();
  await expectShown(page.getByRole('heading', { level: 1, name: 'USD/DKK' }));
  await openBell();
  await expectShown(entry(dialog, 'USD/DKK · New idea'));
  await expectShown(unread(dialog, 'USD/NOK · Closed'));
  await dialog.getByRole('button', { name: 'Mark all as read' }).click();
  await expectShown(dialog.getByText('All read'));
  expect(readUntil).toBe(news[0]?.at);
  reloadApp();
  await openBell();
  await expectShown(dialog.getByText('All read'));
});

/** Its creation and deletion, with the last value of each field. */
const revisions = (idea: TradeIdea): IdeaRevision[] =>
  (['created', 'deleted'] as const).map((action, index) => ({
    number: index + 1,
    idea_id: idea.id,
    version: index + 1,
    action,
    at: new Date(Date.now() - 60_000 + index).toISOString(),
    educator_id: idea.educator_id,
    changes: Object.entries(idea).map(([field, value]) =>
      action === 'created' ? { field, old: null, new: value } : { field, old: value, new: null },
    ),
    salt: '',
    digest: '',
    prev_hash: '',
    hash: '',
  }));
const remove = (idea: TradeIdea) => {
  ideas.remove(idea.id);
  server().on(listIdeaRevisions, ({ params }) => {
    if (params.id !== idea.id) throw new Refusal('NOT_FOUND');
    return revisions(idea);
  });
  tell({ ...idea, version: 2 }, 'deleted');
};
const deletion = (dialog: Locator, pair: string, isUnread: boolean) =>
  dialog.getByRole('link', { name: `${pair} · Deleted${isUnread ? ' unread' : ''}`, exact: true });

it('lists a deletion until the page of the idea was opened', async () => {
  const idea = ideas.publish({ pair: 'AUD/SEK' });
  await openApp('/customer/dashboard');
  reader.keep(idea.id, { is_bookmarked: true });
  remove(idea);
  const dialog = await openBell();
  await deletion(dialog, 'AUD/SEK', true).click();
  await expectShown(page.getByRole('heading', { level: 1, name: 'This idea was deleted' }));
  await expectShown(page.getByText('Published', { exact: true }));
  await openBell();
  await expectShown(deletion(dialog, 'AUD/SEK', false));
});

it('lists a deletion as read if the page of the idea was open when it was deleted', async () => {
  const idea = ideas.publish({ pair: 'CAD/SEK' });
  await openApp(`/ideas/${idea.id}`);
  await expectShown(page.getByRole('heading', { level: 1, name: 'CAD/SEK' }));
  const readVersion = () => reader.ideas.get(idea.id)?.read?.version;
  // Opening the list sends what was read at once.
  const dialog = await openBell();
  await expect.poll(readVersion).toBe(1);
  await page.getByRole('button', { name: 'Close' }).click();
  await expectGone(dialog);
  remove(idea);
  await expectShown(page.getByText('The educator deleted this idea.'));
  await openBell();
  await expectShown(deletion(dialog, 'CAD/SEK', false));
  expect(readVersion()).toBe(2);
});
