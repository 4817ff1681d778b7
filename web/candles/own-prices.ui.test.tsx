import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  getOwnPrices,
  type OwnContradiction,
  type OwnTouch,
  putCheckComment,
} from '../../contract/candles/own-prices.ts';
import { priceCheckRow } from '../../contract/candles/price-check.fixture.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { listNews } from '../../contract/notifications/news.ts';
import { updateIdea } from '../../contract/publishing/idea-writing.ts';
import { findViolationsInBothThemes } from '../testing/axe.ts';
import { openDashboard, ownCard, storedIdea } from '../testing/educator-form.ts';
import { Refusal } from '../testing/fake-api.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { phone, server } from '../testing/open-app.tsx';
import { expectGone, expectNoOverflow, expectShown, toast } from '../testing/page.ts';

let ideas: FakeIdeas;
let idea: TradeIdea;
let touches: OwnTouch[];
let contradictions: OwnContradiction[];
beforeEach(() => {
  ideas = new FakeIdeas(server());
  idea = ideas.publish(storedIdea);
  [touches, contradictions] = [[], []];
  server().on(getOwnPrices, () => ({ touches, contradictions }));
});

const touch = (level: OwnTouch['level'], is_entered = true): OwnTouch => {
  const from = Math.floor(Date.now() / 60_000) * 60_000;
  return { idea_id: idea.id, level, price: '1.26', from, to: from + 60_000, source: 'Kraken', is_entered };
};
const card = () => ownCard('GBP/USD');
const line = () => card().getByRole('region', { name: 'Touched levels' });

describe('a touched level of an own idea', () => {
  it('is told on its card, and closes it with one press, which can be undone (§2.101)', async () => {
    touches = [touch('entry_1'), touch('exit_1')];
    await openDashboard();
    await expectShown(line().getByText(/^Kraken: entry 1 reached at /));
    await expectShown(line().getByText(/^Kraken: exit 1 reached at /));
    expect(await findViolationsInBothThemes()).toEqual([]);
    await line().getByRole('button', { name: 'Close as successful' }).click();
    await expectShown(toast('Trade idea updated'));
    expect(ideas.rows.get(idea.id)).toMatchObject({
      status: 'successful',
      result_level: 'exit_1',
      result_at: new Date(touches[1]!.from).toISOString(),
    });
    await expectGone(line());
    await toast('Trade idea updated').getByRole('button', { name: 'Undo' }).click();
    await expectShown(line());
  });

  it('is in the bell too, which has no settings of readers', async () => {
    const news = {
      id: 'touched:1',
      kind: 'touched' as const,
      at: new Date().toISOString(),
      is_unread: true,
      idea: { ...idea, educator_name: 'Ben Rook' },
      touch: touch('exit_1'),
      is_own: true,
    };
    server().on(listNews, () => [news]);
    await openDashboard(phone);
    await page.getByRole('button', { name: 'Notifications' }).click();
    const bell = page.getByRole('dialog', { name: 'Notifications' });
    await expectShown(bell.getByText(/exit 1 reached at .* Close as successful\?/));
    await expectGone(bell.getByRole('tab'));
    await expectNoOverflow();
    expect(await findViolationsInBothThemes()).toEqual([]);
  });

  it('stays when closing fails', async () => {
    touches = [touch('invalidation_level')];
    server().on(updateIdea, () => {
      throw new Refusal('INTERNAL');
    });
    await openDashboard();
    await line().getByRole('button', { name: 'Close as unsuccessful' }).click();
    await expectShown(line().getByText(updateIdea.failure));
    await expectShown(line());
  });

  it('is not there without a touch', async () => {
    await openDashboard();
    await expectShown(card());
    await expect.poll(() => server().callsOf(getOwnPrices).length).toBeGreaterThan(0);
    await expectGone(line());
  });
});

describe('a contradicted result', () => {
  it('has room for one comment before everybody sees it, which a failure does not lose (§2.102)', async () => {
    ideas.change(idea.id, { status: 'successful', result_level: 'exit_1' });
    const check = priceCheckRow({
      conclusion: 'contradicted',
      touches: [{ level: 'invalidation_level', from: 0, to: 60_000, certainty: 'certain' }],
    });
    const waiting = { idea_id: idea.id, check, comment: '', shown_at: new Date().toISOString() };
    contradictions = [waiting];
    server().on(putCheckComment, () => {
      throw new Refusal('INTERNAL');
    });
    await openDashboard();
    const form = card().getByRole('form', { name: 'Contradicted result' });
    await expectShown(
      form.getByText(/^Contradicted: invalidation first, at .* \(Kraken, 1-minute candles\)\.$/),
    );
    const field = form.getByRole('textbox', { name: 'Your comment, shown beside it' });
    await field.fill('Another broker.');
    await form.getByRole('button', { name: 'Save comment' }).click();
    await expectShown(form.getByRole('alert'));
    await expect.element(field).toHaveValue('Another broker.');
    server().on(putCheckComment, ({ body }) => {
      contradictions = [{ ...waiting, comment: body.comment }];
      return { success: true as const };
    });
    await form.getByRole('button', { name: 'Save comment' }).click();
    await expect.poll(() => contradictions[0]?.comment).toBe('Another broker.');
    await expectGone(form.getByRole('alert'));
    await expect.element(field).toHaveValue('Another broker.');
    expect(await findViolationsInBothThemes()).toEqual([]);
  });
});
