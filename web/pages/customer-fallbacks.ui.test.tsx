import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listPublicProfiles } from '../../contract/account/profiles.ts';
import { listEducators } from '../../contract/educators/educators.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { listVideos } from '../../contract/learn/videos.ts';
import { listTrackRecords } from '../../contract/record/track-record.ts';
import { writeStored } from '../shared/storage/local-store.ts';
import { clearCachedData } from '../shared/storage/session-reset.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { educators } from '../testing/basic-answers.ts';
import { FakeChat } from '../testing/fake-chat.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { press } from '../testing/keyboard.ts';
import { openApp, server } from '../testing/open-app.tsx';
import { expectGone, expectLive, expectShown } from '../testing/page.ts';

/** What readers see if something is missing: an older row, the educators' list (SPEC §3, SPEC §10). */
let ideas: FakeIdeas;
/** A row of an older version, with exits and photos in other columns. */
const oldRow = (pair: string, changes: Partial<TradeIdea> = {}): Partial<TradeIdea> => ({
  pair,
  educator_id: '2',
  educator_name: 'Named in the row',
  market_type: 'Crypto',
  entry_1: '0.00000812',
  entry_2: null,
  invalidation_level: '0.00000765',
  exit_1: '0.00000901',
  exit_2: null,
  exit_3: null,
  take_profit_2: '0.00000988',
  take_profit_3: '0.00001204',
  photo_url: '/media/old.png',
  chart_url: 'https://elsewhere.example/chart.png',
  ...changes,
});
beforeEach(() => {
  ideas = new FakeIdeas(server(), [
    oldRow('OLD/ACTIVE'),
    oldRow('OLD/CLOSED', { status: 'failure', closed_at: '2026-11-21T12:00:00.000Z' }),
  ]);
});

const idea = (pair: string) => page.getByRole('article', { name: pair });
const author = () => idea('OLD/ACTIVE').getByTitle('Track record');
/** Opens a page as a load does: lists are fetched again. */
const visit = async (path: string) => {
  clearCachedData();
  await openApp(path);
};

it.each([
  ['active', '/customer/crypto', 'OLD/ACTIVE', 'Details'],
  ['completed', '/customer/crypto/leverage', 'OLD/CLOSED', 'OLD/CLOSED'],
])(
  'shows an old %s idea completely: exits, photo, chart, and prices as they were written',
  async (_what, path, pair, button) => {
    await openApp(path);
    await idea(pair).getByRole('button', { name: button, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: pair });
    for (const price of ['0.00000812', '0.00000765', '0.00000901', '0.00000988', '0.00001204'])
      await expectShown(dialog.getByText(price, { exact: true }));
    await expectShown(dialog.getByText('Exit 3').first());
    await expectShown(dialog.getByRole('button', { name: 'View photo 1 of 1 full size' }));
    await expect
      .element(dialog.getByRole('link', { name: 'View chart (opens in a new tab)' }))
      .toHaveAttribute('href', 'https://elsewhere.example/chart.png');
  },
);

describe('the names of educators', () => {
  it('are the last known ones without the list, else those of the ideas (§3.13)', async () => {
    await openApp('/customer/crypto');
    await expect.element(author()).toHaveTextContent('Daniel Brandt');
    expect(localStorage.getItem('educators')).toContain('Daniel Brandt');
    server().fail(listEducators);
    await visit('/customer/crypto');
    await expect.element(author()).toHaveTextContent('Daniel Brandt');
    writeStored(storageKeys.educators, null);
    await visit('/customer/crypto');
    await expect.element(author()).toHaveTextContent('Named in the row');
    await expectShown(idea('OLD/ACTIVE').getByText('Trading', { exact: true }));
  });

  it('are those of the messages in the chat without the list', async () => {
    new FakeChat(server()).addEarlier('Message', 1, { user_name: 'Named in the message' });
    server().fail(listEducators);
    await openApp('/customer/chat');
    await expectShown(page.getByRole('article').getByText('Named in the message'));
  });

  it('are new everywhere after a change', async () => {
    const fullName = 'Daniel of the Finches';
    server().on(listEducators, () => educators.map((one) => (one.id === '2' ? { ...one, fullName } : one)));
    server().on(listVideos, () => []);
    server().on(listPublicProfiles, () => []);
    const choice = () => page.getByRole('combobox', { name: 'Educator' });
    await openApp('/customer/crypto');
    await expect.element(author()).toHaveTextContent(fullName);
    await openApp('/customer/crypto/leverage');
    await expectShown(idea('OLD/CLOSED').getByText(fullName));
    await choice().selectOptions(fullName);
    await expect.poll(() => location.search).toBe('?educator=2');
    // The record itself is not what this is about.
    server().hold(listTrackRecords);
    await openApp('/customer/educators/2');
    await expectShown(page.getByRole('heading', { level: 1, name: fullName }));
    await openApp('/customer/videos');
    await choice().selectOptions(fullName);
    await expect.element(choice()).toHaveValue('2');
  });
});

it('keeps the last idea of a market when it is closed, and shows the empty market at the next visit', async () => {
  const { id } = [...ideas.rows.values()].find(({ pair }) => pair === 'OLD/ACTIVE')!;
  await openApp('/customer/crypto');
  await expectLive();
  await idea('OLD/ACTIVE').getByRole('button', { name: 'Details' }).click();
  const dialog = page.getByRole('dialog', { name: 'OLD/ACTIVE' });
  await expectShown(dialog.getByText('Position size', { exact: true }));
  ideas.change(id, { status: 'successful' });
  await expectShown(dialog.getByText('Successful', { exact: true }));
  await press('Escape');
  await expectGone(dialog);
  await expectShown(idea('OLD/ACTIVE').getByText('This idea was closed. It stays here until you move on.'));
  await visit('/customer/crypto');
  await expectShown(page.getByRole('heading', { name: 'No Crypto trade ideas available' }));
});
