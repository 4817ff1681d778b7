import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { signInCalls } from './educator-calls.ts';
import { BLANK_PATH, type PersonOptions, resetPage, signInEducator, type WatchedPage } from './people.ts';

/** An idea without any warning. */
export const validIdea = {
  Pair: 'GBP/USD',
  'Time frame': '1D',
  'Entry 1': '1.2710',
  'Invalidation level': '1.2648',
  'Exit 1': '1.2795',
};

/** The educator's form and the cards below it. */
export const educatorDashboard = (page: Page) => {
  const form = () => page.locator('form').first();
  const publishButton = () => page.getByRole('button', { name: 'Publish idea' });
  /** The card of the idea with these notes. */
  const own = (notes: string): Locator => page.getByRole('article').filter({ hasText: notes }).first();
  /** Types into fields by their labels. */
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values))
      await form().getByLabel(label, { exact: false }).first().fill(value);
  };
  const publish = async (notes: string) => {
    await fill({ ...validIdea, Notes: notes });
    await publishButton().click();
    await own(notes).waitFor();
  };
  return { form, publishButton, own, fill, publish };
};
type EducatorDashboard = ReturnType<typeof educatorDashboard>;

/** The application and an educator's page; set by `setUpDashboard`. */
export const setup = {} as { app: TestApp; educator: WatchedPage; page: Page; dashboard: EducatorDashboard };

/** A second open idea of the same pair would be a warning. */
const removeOpenIdeas = async () => {
  const { rows } = await setup.app.database.pool.query(
    `select id from trade_ideas where educator_id = '2' and pair = $1 and status in ('active', 'pending')`,
    [validIdea.Pair],
  );
  if (rows.length === 0) return;
  const { remove } = await signInCalls(setup.app);
  for (const { id } of rows) await remove(id);
};

/** Educator 2 of the demo, in one page for the whole file. Each test starts at the dashboard without drafts. */
export const setUpDashboard = (options: PersonOptions = {}): void => {
  beforeAll(async () => {
    // Checks of the demo's results would change the ledger and the ideas meanwhile.
    setup.app = await startApp({ settings: { CANDLE_SOURCES: 'off' } });
    setup.educator = await signInEducator(setup.app.url, '2', { ...options, path: BLANK_PATH });
    setup.page = setup.educator.page;
    setup.dashboard = educatorDashboard(setup.page);
  });
  afterAll(async () => {
    await setup.educator?.close();
    await setup.app.close();
  });
  beforeEach(async () => {
    await resetPage(setup.page);
    await removeOpenIdeas();
    await setup.page.goto('/educator/dashboard');
  });
  afterEach(() => {
    expect(setup.educator.errors.splice(0)).toEqual([]);
  });
};

/** The stored ideas with these notes. */
export const selectIdeasByNotes = async (notes: string) =>
  (await setup.app.database.pool.query('select * from trade_ideas where notes = $1', [notes])).rows;
