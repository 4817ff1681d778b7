import type { Locator, Page } from 'playwright-core';

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
export type IdeaDesk = ReturnType<typeof ideaDesk>;
