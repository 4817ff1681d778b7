import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { listPublicProfiles } from '../../contract/account/profiles.ts';
import { ideaRow } from '../../contract/ideas/idea-row.fixture.ts';
import { buildLedger } from '../../contract/record/record-story.fixture.ts';
import { listTrackRecords } from '../../contract/record/track-record.ts';
import { findViolations } from '../testing/axe.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { FakePractice } from '../testing/fake-practice.ts';
import { press } from '../testing/keyboard.ts';
import { educator, openApp, server } from '../testing/open-app.tsx';
import { expectGone, expectShown, readTexts } from '../testing/page.ts';

/** Words of the trade open their definition where they stand. */
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server(), [
    { educator_id: '2', pair: 'CAD/CHF' },
    { educator_id: '2', pair: 'GBP/JPY', created_at: '2026-11-20T11:00:00.000Z' },
  ]);
});

const definition = (name: string) => page.getByRole('dialog', { name, exact: true });
/** Presses a word, waits for its definition with this text, and closes it. */
const explain = async (within: Pick<Locator, 'getByRole'>, word: string, title: string, text = '') => {
  await within.getByRole('button', { name: word, exact: true }).first().click();
  await expectShown(text ? definition(title).filter({ hasText: text }) : definition(title));
  await press('Escape');
  await expectGone(definition(title));
};
/** No page may have a button in a button, in a link or in a summary. */
const expectNoneNested = () =>
  expect(document.querySelectorAll(':is(a, button, summary, label) button, button a, a a')).toHaveLength(0);
const words = () => page.getByRole('region', { name: 'What these mean' });

describe('words open their definition', () => {
  it("in an educator's own figures", async () => {
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', 60, { status: 'successful', result_level: 'exit_2' });
    server().on(listTrackRecords, () => [{ ...ledger.record(), educator_id: '2' }]);
    await openApp('/educator/dashboard', { as: educator });
    await explain(page, 'Average at exit 1', 'Expectancy');
  });

  it('in the position calculator, with the numbers of the idea', async () => {
    await openApp(`/ideas/${[...ideas.rows.keys()][0]}`);
    const calculator = page.getByRole('region', { name: 'Position size' });
    await explain(calculator, 'Position size', 'Position size', '÷ 0.0087 =');
    await explain(calculator, 'quote currency', 'Quote currency');
    expectNoneNested();
  });

  it('beside the columns of the comparison', async () => {
    await openApp('/customer/forex');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect
      .poll(() => readTexts(words().getByRole('button')))
      .toEqual([
        'Pair',
        'Direction',
        'Leverage',
        'Exchange',
        'Time frame',
        'Entry',
        'Invalidation',
        'Exits',
        'R',
        'Pending',
        'Invalid',
      ]);
    await explain(words(), 'R', 'R', 'The unit for results');
  });

  it("on the ladder of an educator's form, with the levels that are typed", async () => {
    await openApp('/educator/ideas/new', { as: educator });
    for (const [name, price] of [
      ['Entry 1', '1.0842'],
      ['Invalidation level', '1.0755'],
      ['Exit 1', '1.1016'],
    ] as const)
      await page.getByRole('textbox', { name }).fill(price);
    await explain(page, 'Invalidation', 'Invalidation level', '0.0087');
    await explain(page, 'Risk/reward', 'Risk/reward', 'risk/reward is 1 : 2.0');
    await expectGone(words());
    expectNoneNested();
  });

  it("on an educator's own card, beside the inputs of the same names", async () => {
    await openApp('/educator/dashboard', { as: educator });
    const card = page.getByCss('[role=group]:not([aria-hidden]) article');
    await explain(card, 'Exit 1', 'Exit', 'In this idea: Measured from entry 1');
    await card.getByRole('button', { name: /^Exit 1 \d/ }).click();
    await expectShown(card.getByRole('textbox', { name: 'Exit 1' }));
    expectNoneNested();
    expect(await findViolations()).toEqual([]);
  });

  describe('in a track record', () => {
    beforeEach(async () => {
      const ledger = buildLedger();
      for (const [index, status] of ['successful', 'unsuccessful', 'successful'].entries()) {
        const id = `idea ${index}`;
        ledger.publish(id, index);
        const result_level = status === 'successful' ? 'exit_2' : 'invalidation_level';
        ledger.change(id, 60 + index, { status, result_level });
      }
      ledger.publish('open', 70);
      server().on(listPublicProfiles, () => []);
      server().on(listTrackRecords, () => [ledger.record()]);
      await openApp('/customer/educators/1');
      await expectShown(summary());
    });
    const summary = () => page.getByRole('region', { name: 'Summary' });

    it('opens definitions of its figures', async () => {
      await page.getByText('Results by exit plan').click();
      await explain(page, 'Max drawdown', 'Drawdown', 'The fall from an earlier peak');
      await explain(page, 'Profitable', 'Win rate');
      await explain(page, 'unsuccessful', 'Unsuccessful');
    });

    it('opens definitions of its rules', async () => {
      await page.getByText('How we calculate this').click();
      for (const [word, title] of [
        ['distance from entry 1 to invalidation', 'R'],
        ['five minutes after publishing', 'Published plan'],
        ['within ten seconds', 'Correction window'],
        ['slippage', 'Slippage'],
      ] as const)
        await explain(page.getByRole('listitem'), word, title);
    });

    it('opens definitions in its sentences and sections', async () => {
      await explain(summary(), 'closed at exit\u00a01', 'Exit plan');
      await explain(summary(), 'on average', 'Expectancy');
      await explain(summary(), 'active', 'Active');
      await explain(page, 'Cumulative R', 'Cumulative R');
    });

    it('opens definitions of its check, none of them nested, without an accessibility violation', async () => {
      await page.getByCss('summary').filter({ hasText: 'Verify' }).click();
      for (const [word, title] of [
        ['Verify', 'Verification'],
        ['Change log', 'Change log'],
        ['Fingerprint', 'Fingerprint'],
      ] as const)
        await explain(words(), word, title);
      expectNoneNested();
      expect(await findViolations()).toEqual([]);
    });
  });

  it('in the result, the lesson and the disclosure on the page of an idea', async () => {
    const { id } = ideas.publish({ pair: 'CHF/JPY' });
    ideas.change(id, { status: 'successful', result_level: 'exit_1', lesson: 'Wait.' });
    await openApp(`/ideas/${id}`);
    const result = page.getByRole('region', { name: 'Result' });
    await explain(result, '+0.9R', 'R', '1R is 1.0842 − 1.0755 = 0.0087.');
    await explain(result, 'Exit 1', 'Exit');
    await explain(result, 'Lesson', 'Lesson');
    const own = "Educator's own position";
    await explain(page, own, own, 'does not check it');
    expectNoneNested();
  });

  it('on the question of practice, with the numbers of the idea, and in its score', async () => {
    new FakePractice(server(), [
      { idea: ideaRow({ status: 'successful', result_level: 'exit_1' }), outcome: true },
    ]);
    await openApp('/learn/practice');
    const card = page.getByRole('article');
    await explain(card, 'Risk/reward', 'Risk/reward', 'In this idea: The risk is');
    await card.getByRole('button', { name: 'Submit forecast' }).click();
    await expectShown(card.getByText('You said'));
    await card.getByText('How is this scored?').click();
    await explain(card, 'Brier score', 'Brier score');
    expectNoneNested();
  });
});
