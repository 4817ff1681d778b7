import { expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { listEducators } from '../../contract/educators/educators.ts';
import { listNews } from '../../contract/notifications/news.ts';
import { educators } from '../testing/basic-answers.ts';
import { FakeChat } from '../testing/fake-chat.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { FakeReader } from '../testing/fake-reader.ts';
import { openApp, server } from '../testing/open-app.tsx';
import { expectShown } from '../testing/page.ts';

/** Text of people who write from right to left, among English text. */
const [PAIR, NAME, SPECIALTY] = ['ذهب (24).', 'דניאל כהן (42).', 'מט"ח, 2 שנים.'];
const NOTES = 'היעד הוא 2.5 (ואולי יותר).';

/** Where the first character of a text is drawn, and its last. */
const findEnds = (text: string, within: Element) => {
  const nodes = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const start = nodes.currentNode.textContent?.indexOf(text) ?? -1;
    if (start < 0) continue;
    return [start, start + text.length - 1].map((at) => {
      const range = document.createRange();
      range.setStart(nodes.currentNode, at);
      range.setEnd(nodes.currentNode, at + 1);
      return range.getBoundingClientRect().left;
    }) as [number, number];
  }
  throw new Error(`No ${text}`);
};
const expectFromRight = async (text: string, within: Locator = page.getByRole('main')) => {
  await expectShown(within.getByText(text).first());
  const [first, last] = findEnds(text, within.element());
  expect(last, text).toBeLessThan(first);
};

const open = async () => {
  const row = { pair: PAIR, notes: NOTES, educator_id: '2', educator_name: NAME };
  const ideas = new FakeIdeas(server(), [row]);
  const reader = new FakeReader(server(), ideas);
  server().on(listEducators, () =>
    educators.map((one) => (one.id === '2' ? { ...one, fullName: NAME, specialty: SPECIALTY } : one)),
  );
  const [idea] = ideas.rows.values();
  return { reader, idea: idea! };
};

it('reads from right to left on the card and on the page of an idea', async () => {
  const { idea } = await open();
  for (const path of ['/customer/forex', `/ideas/${idea.id}`]) {
    await openApp(path);
    for (const text of [PAIR, NAME, SPECIALTY, NOTES]) await expectFromRight(text);
  }
});

it('reads from right to left where it is typed', async () => {
  const { idea } = await open();
  await openApp(`/ideas/${idea.id}`);
  await page.getByRole('button', { name: 'Add private note' }).click();
  const note = page.getByRole('textbox', { name: 'Private note' });
  await note.fill(NOTES);
  expect(note.element().matches(':dir(rtl)')).toBe(true);
  await note.fill('From left to right');
  expect(note.element().matches(':dir(rtl)')).toBe(false);
});

it('reads from right to left in lists, beside English facts', async () => {
  const { idea, reader } = await open();
  reader.keep(idea.id, { is_bookmarked: true, note: NOTES });
  await openApp('/customer/bookmarks');
  for (const text of [PAIR, NAME, NOTES]) await expectFromRight(text);
  const item = { id: '1', kind: 'deleted' as const, at: idea.created_at, is_unread: true, changes: [] };
  const news = { id: idea.id, pair: PAIR, educator_name: NAME, market_type: 'Forex' as const };
  server().on(listNews, () => [
    { ...item, idea: { ...news, order_type: 'BUY' as const, status: 'active' as const } },
  ]);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  for (const text of [PAIR, NAME]) await expectFromRight(text, dialog);
  // The English sentence keeps its direction.
  const sentence = dialog.getByText('deleted this idea.');
  const [name] = findEnds(NAME, sentence.element());
  expect(findEnds('deleted', sentence.element())[0]).toBeGreaterThan(name);
});

it('reads from right to left in the chat', async () => {
  await open();
  const chat = new FakeChat(server());
  chat.send({ message: `${NOTES}\nEnglish.` });
  await openApp('/customer/chat');
  await expectFromRight(NOTES);
  const [first, last] = findEnds('English.', page.getByRole('main').element());
  expect(last).toBeGreaterThan(first);
});
