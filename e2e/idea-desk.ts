import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { BLANK, type PersonOptions, resetPage, signInEducator, type WatchedPage } from './people.ts';

/** An idea nobody has anything to say against. */
export const soundIdea = {
  Pair: 'GBP/USD',
  'Time frame': '1D',
  'Entry 1': '1.2710',
  'Invalidation level': '1.2648',
  'Exit 1': '1.2795',
};

/** The form of an idea and the cards below it, as an educator works on them. */
export const ideaDesk = (page: Page) => {
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
    await fill({ ...soundIdea, Notes: notes });
    await publishButton().click();
    await own(notes).waitFor();
  };
  return { form, publishButton, own, fill, publish };
};
type IdeaDesk = ReturnType<typeof ideaDesk>;

/** The application, and an educator at their desk; there once `setUpDesk` has run. */
export const journey = {} as { app: TestApp; educator: WatchedPage; page: Page; desk: IdeaDesk };

/** Educator 2 of the demo, in one page for the whole file. Each test starts at the dashboard without drafts. */
export const setUpDesk = (options: PersonOptions = {}): void => {
  beforeAll(async () => {
    journey.app = await startApp();
    journey.educator = await signInEducator(journey.app.url, '2', { ...options, path: BLANK });
    journey.page = journey.educator.page;
    journey.desk = ideaDesk(journey.page);
  });
  afterAll(async () => {
    await journey.educator?.close();
    await journey.app.close();
  });
  beforeEach(async () => {
    await resetPage(journey.page);
    await journey.page.goto('/educator/dashboard');
  });
  afterEach(() => {
    expect(journey.educator.faults.splice(0)).toEqual([]);
  });
};

/** What the database has of the ideas with these notes. */
export const ideasWith = async (notes: string) =>
  (await journey.app.database.pool.query('select * from trade_ideas where notes = $1', [notes])).rows;
