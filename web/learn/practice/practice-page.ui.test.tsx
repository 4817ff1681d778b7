import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ideaRow } from '../../../contract/ideas/idea-row.fixture.ts';
import { answerPracticeQuestion, getForecast } from '../../../contract/learn/practice.ts';
import { findViolationsInBothThemes } from '../../testing/axe.ts';
import { Refusal } from '../../testing/fake-api.ts';
import { FakeIdeas, newId } from '../../testing/fake-ideas.ts';
import { FakePractice } from '../../testing/fake-practice.ts';
import { press, tabTo, type, use } from '../../testing/keyboard.ts';
import { openApp, phone, reloadApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectNoOverflow, expectShown } from '../../testing/page.ts';

const PATH = '/learn/practice';
/** Enough for the means of the scores. */
const COUNT = 22;

let practice: FakePractice;
/** Closed ideas, every third one a loss, each with a lesson. */
const closed = Array.from({ length: COUNT }, (_, index) => {
  const outcome = index % 3 !== 2;
  const idea = ideaRow({
    id: newId(),
    pair: `PAIR${index + 1}/USD`,
    status: outcome ? 'successful' : 'unsuccessful',
    result_level: outcome ? 'exit_1' : 'invalidation_level',
    lesson: `Lesson of ${index + 1}`,
    lesson_tag: 'entry',
    closed_at: '2026-11-21T12:00:00.000Z',
    result_at: '2026-11-21T12:00:00.000Z',
    updated_at: '2026-11-21T12:00:00.000Z',
  });
  return { idea, outcome };
});
beforeEach(() => {
  new FakeIdeas(
    server(),
    closed.map(({ idea }) => idea),
  );
  practice = new FakePractice(server(), closed);
});

const question = () => page.getByRole('form', { name: /^Will exit 1 be reached/ });
const submit = () => page.getByRole('button', { name: 'Submit forecast' });
const result = () => page.getByRole('heading', { name: /^(Yes|No), exit 1/ });
const percent = () => page.getByLabelText('In percent', { exact: true });
const next = () => page.getByRole('button', { name: 'Next question' });
const pair = () => page.getByRole('article').getByRole('heading', { level: 2 });
const remembered = () => page.getByLabelText("I remember this one (it won't be scored)");

describe('a practice question', () => {
  it('shows the prices before the idea, without a date', async () => {
    const price = { open: '1.0842', high: '1.0861', low: '1.0840', close: '1.0850' };
    const candles = [-3, -2, -1].map((hour) => ({ at: hour * 3_600_000, ...price }));
    practice.chart = { source: 'Kraken', is_demo: false, interval: 3_600_000, candles };
    await openApp(PATH);
    const chart = page.getByRole('figure', { name: 'Prices before the idea was published' });
    await expectShown(chart.getByText('The days before, by the hour (Kraken).'));
    await expect.poll(() => chart.element().querySelectorAll('canvas').length).toBeGreaterThan(0);
    expect(await findViolationsInBothThemes()).toEqual([]);
  });

  it('asks in plain words on a phone', async () => {
    await openApp(PATH, { size: phone });
    // The first screen asks in plain words: no statistics, and no score before there is one.
    await expectShown(page.getByText('How likely was it to work?'));
    const text = (page.getByRole('main').element() as HTMLElement).innerText;
    for (const word of ['Brier', 'baseline', 'Skill', 'Calibration', 'drifted'])
      expect(text).not.toContain(word);
    await page.getByText('How is this scored?').click();
    await expectShown(page.getByText(/If price drifted neither way, .* 1 \/ \(1 \+ /));
    await expectNoOverflow();
    expect(await findViolationsInBothThemes()).toEqual([]);
  });

  it('is answered by keyboard alone on a phone, and followed by the next one (§2.68)', async () => {
    await openApp(PATH, { size: phone });
    const slider = page.getByLabelText('Probability', { exact: true });
    await tabTo(slider);
    await press('ArrowRight', 'ArrowRight');
    await expect.element(slider).toHaveAttribute('aria-valuetext', '52 percent likely');
    await expect.element(percent()).toHaveValue(52);
    await tabTo(percent());
    await press('Control+a');
    await type('100');
    await press('Enter');
    await expectShown(page.getByText('Enter a whole number from 1 to 99'));
    await press('Control+a');
    await type('64');
    await expect.element(slider).toHaveAttribute('aria-valuetext', '64 percent likely');
    await tabTo(page.getByLabelText('Why?'));
    await type('Higher low above the base.');

    await use(submit());
    await expect.element(result()).toHaveFocus();
    await expectShown(page.getByText(/^You said 64%[.] From the distances alone it was \d+%[.]$/));
    await use(page.getByText('How is this scored?'));
    await expectShown(page.getByRole('row', { name: /^You 64% 0[.]\d\d$/ }));
    await expectShown(page.getByText('Your reason: Higher low above the base.'));
    expect(practice.forecasts).toMatchObject([
      { probability: 64, reason: 'Higher low above the base.', is_remembered: false, outcome: true },
    ]);
    await expect.element(result()).toHaveTextContent('Yes, exit 1 was reached first');
    await expectNoOverflow();
    expect(await findViolationsInBothThemes()).toEqual([]);

    await use(next());
    await expect.element(pair()).toHaveFocus();
    await expectShown(question());
    await expect.element(percent()).toHaveValue(50);
  });

  it('leaves a dialog open that was opened before the result arrives, and the focus in it', async () => {
    await openApp(PATH);
    await expectShown(question());
    const submitting = server().hold(answerPracticeQuestion);
    await submit().click();
    await submitting.asked;
    await press('Control+k');
    const search = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
    await expect.element(search).toHaveFocus();
    submitting.release();
    // Not by its role: the dialog hides the page from screen readers.
    await expectShown(page.getByText(/^(Yes|No), exit 1/).first());
    await expect.element(search).toHaveFocus();
    await type('EUR');
    await expect.element(search).toHaveValue('EUR');
    expect(location.search).toBe('');
    await press('Escape');
    await expect.poll(() => location.search).toMatch(/^[?]forecast=/);
    reloadApp();
    await expectShown(result());
  });

  it('is not scored if the idea is remembered (§2.72)', async () => {
    await openApp(PATH);
    await remembered().click();
    await submit().click();
    await expectShown(page.getByText('Not scored, because you remembered this idea.'));
    await expectShown(page.getByText('and 1 unscored'));
  });

  it('leads to the replay of its idea (§2.68)', async () => {
    await openApp(PATH);
    await submit().click();
    await page.getByRole('link', { name: 'View idea and replay' }).click();
    await expect.poll(() => location.pathname).toBe(`/ideas/${closed[0]!.idea.id}`);
  });

  it('leads to the change history of a deleted idea, and back to the result', async () => {
    const idea = ideaRow({ id: newId(), pair: 'DEL/USD' });
    new FakePractice(server(), [{ idea, outcome: false, isDeleted: true }]);
    await openApp(PATH);
    await expectShown(page.getByRole('heading', { name: 'DEL/USD' }));
    await submit().click();
    await expectShown(page.getByRole('heading', { name: "No, exit 1 wasn't reached first" }));
    await page.getByRole('link', { name: 'View change history' }).click();
    await expect.poll(() => location.pathname).toBe(`/ideas/${idea.id}`);
    history.back();
    await expectShown(page.getByRole('heading', { name: "No, exit 1 wasn't reached first" }));
  });

  it('shows the result again to a reader who returns from the idea, and the next question after that', async () => {
    await openApp(PATH, { size: phone });
    await expect.element(pair()).toHaveTextContent('PAIR1/USD');
    // An index counts as Forex, which would mislead here.
    await expectGone(page.getByRole('article').getByText('Market', { exact: true }));
    await percent().fill('64');
    await submit().click();
    await page.getByRole('link', { name: 'View idea and replay' }).click();
    await expectShown(page.getByRole('heading', { name: 'Change history' }));
    history.back();
    await expect.element(result()).toHaveFocus();
    await expect.element(result()).toHaveTextContent('Yes, exit 1 was reached first');
    await expectShown(page.getByText(/^You said 64%/));
    await expect.element(pair()).toHaveTextContent('PAIR1/USD');
    await next().click();
    await expect.element(pair()).toHaveTextContent('PAIR2/USD');
    expect(location.search).toBe('');
    reloadApp();
    await expectShown(question());
  });

  it.each(['NOT_FOUND', 'INVALID_REQUEST'] as const)(
    "is a new one if the address names somebody else's answer, or none: %s",
    async (code) => {
      server().on(getForecast, () => {
        throw new Refusal(code);
      });
      await openApp(`${PATH}?forecast=${newId()}`);
      await expectShown(question());
    },
  );

  it('says what is left out when nothing is left (§2.76)', async () => {
    practice = new FakePractice(server(), []);
    practice.leftOut = { unclear: 1, without_r: 0 };
    await openApp(PATH);
    await expectShown(page.getByRole('heading', { name: 'Nothing left to forecast' }));
    await expectShown(page.getByText(/^1 closed idea is left out: .*without a clear result/).first());
  });

  it('says that another device has answered, and goes on', async () => {
    await openApp(PATH);
    await expectShown(question());
    practice.forecast(40);
    await percent().fill('80');
    await submit().click();
    await expectShown(page.getByText('You already answered this question.'));
    await next().click();
    await expect.element(pair()).toHaveTextContent('PAIR2/USD');
    await expectGone(page.getByText('You already answered this question.'));
  });
});

describe('scores and lessons', () => {
  it('shows counts first, and means and the calibration from 20 forecasts on, but no points or streaks (§2.74, §2.77)', async () => {
    for (let count = 0; count < 19; count++) practice.forecast(15 + ((count * 67) % 83));
    await openApp(PATH, { size: phone });
    await expectShown(page.getByText('Shown after 20 forecasts (19 so far). Fewer say'));
    await expectGone(page.getByRole('table', { name: 'Calibration' }));
    await expectGone(page.getByRole('img', { name: /^Calibration/ }));
    await submit().click();
    await expectShown(
      page.getByRole('img', { name: /^Calibration[.] Forecasts of .* percent came true, of \d+/ }),
    );
    const cells = page.getByRole('table', { name: 'Calibration' }).getByCss('td:nth-of-type(1)');
    const total = cells.elements().reduce((sum, cell) => sum + Number(cell.textContent), 0);
    expect(total).toBe(20);
    const text = page.getByRole('main').element().textContent.toLowerCase();
    for (const word of ['streak', 'points', 'rank', 'leaderboard', 'remind', 'congrat'])
      expect(text).not.toContain(word);
    await expectNoOverflow();
    expect(await findViolationsInBothThemes()).toEqual([]);
  });

  it('shows the lesson of a miss again until it is reviewed', async () => {
    const hit = practice.forecast(80, 'Higher low');
    const miss = practice.forecast(20, 'Too far from the base.');
    expect([hit.review_at, miss.review_at]).toEqual([null, expect.any(String)]);
    miss.review_at = new Date().toISOString();
    await openApp(PATH);
    const cards = page.getByRole('region', { name: 'Lessons to review' });
    await expectShown(cards.getByText(/^Lesson [(]/));
    await use(cards.getByRole('button', { name: 'Mark as reviewed' }));
    await expectShown(cards.getByText('No lessons to review today.'));
    await expect.element(cards).toHaveFocus();
    expect(Date.parse(miss.review_at)).toBeGreaterThan(Date.now());
    await expectShown(page.getByRole('heading', { name: 'Your forecasts' }));
    await expectShown(page.getByText('Higher low').first());
  });
});
