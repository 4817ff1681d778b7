import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { buildLedger } from '../../contract/record/record-story.fixture.ts';
import { listTrackRecords } from '../../contract/record/track-record.ts';
import { ideaForm, openDashboard, storedIdea } from '../testing/educator-form.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { findFocusProblem } from '../testing/find-focus-problem.ts';
import { press } from '../testing/keyboard.ts';
import { server } from '../testing/open-app.tsx';
import { expectShown, measure, readTexts } from '../testing/page.ts';

/** The educator's dashboard as a whole: the form, the own ideas and their record. */
beforeEach(() => {
  new FakeIdeas(server(), [
    { educator_id: '2', ...storedIdea, notes: 'The newest one.' },
    { educator_id: '2', pair: 'BTC/USDT', market_type: 'Crypto', created_at: '2026-11-19T12:00:00.000Z' },
  ]);
  const ledger = buildLedger();
  ledger.publish('a', 0);
  ledger.change('a', 60, { status: 'successful', result_level: 'exit_2' });
  server().on(listTrackRecords, () => [{ ...ledger.record(), educator_id: '2' }]);
});

describe('the order of the dashboard', () => {
  it('shows the form first, then the own ideas, then their record', async () => {
    await openDashboard();
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    const sections = ['Create Trade Idea', 'Your ideas', 'Your track record'];
    await expect.poll(() => readTexts(headings).filter((text) => sections.includes(text))).toEqual(sections);
  });

  it.each([360, 1440])('shows the form before the figures of the track record at %i px', async (width) => {
    await openDashboard({ width, height: 800 });
    const record = page.getByRole('region', { name: 'Your track record' });
    await expectShown(record.getByText('Average at exit 1'));
    expect(measure(ideaForm()).bottom).toBeLessThanOrEqual(measure(record).top);
    const order = ideaForm().element().compareDocumentPosition(record.element());
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });
});

describe.each([
  ['on a desktop', { width: 1440, height: 900 }],
  ['on a phone with a keyboard', { width: 360, height: 640 }],
])('the keyboard on the dashboard, %s', (_where, size) => {
  it('shows every focusable element while it has the focus', async () => {
    await openDashboard(size);
    await expectShown(page.getByText('Average at exit 1'));
    // From the heading, which navigation focuses, to the last control of the card.
    const last = page.getByRole('button', { name: 'Delete' }).last();
    let stops = 0;
    do {
      await press('Tab');
      await expect.poll(findFocusProblem).toBeNull();
      stops++;
    } while (stops < 90 && last.query() !== document.activeElement);
    expect(document.activeElement).toBe(last.element());
    // The form alone has more.
    expect(stops).toBeGreaterThan(25);
  });
});
