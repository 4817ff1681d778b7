import { beforeEach, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { educator, openApp, server } from '../testing/open-app.tsx';
import { expectShown, readTexts } from '../testing/page.ts';

/** Notes keep their paragraphs and links wherever an idea is shown in full. */
const LINK = 'https://example.com/chart';
const NOTES = `The base held.\n\nThe chart: ${LINK}`;

let ideas: FakeIdeas;
let id: string;
beforeEach(() => {
  ideas = new FakeIdeas(server());
  id = ideas.publish({ pair: 'EUR/CZK', notes: NOTES }).id;
});

const expectNotes = async (place: Locator) => {
  const link = place.getByRole('link', { name: LINK });
  await expectShown(link);
  await expect.element(link).toHaveAttribute('href', LINK);
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect.poll(() => link.element().parentElement?.innerText).toBe(NOTES);
};
const card = () => page.getByRole('article', { name: /EUR\/CZK/ });
const dialog = () => page.getByRole('dialog', { name: 'EUR/CZK' });

it("shows two paragraphs and a link on the educator's own card", async () => {
  await openApp('/educator/dashboard', { as: educator });
  await expectNotes(card());
});

it('shows them on the card and in the details of an active idea', async () => {
  await openApp('/customer/forex');
  await expectNotes(card());
  await card().getByRole('button', { name: 'Details' }).click();
  await expectNotes(dialog());
});

it('shows them on the page of an idea', async () => {
  await openApp(`/ideas/${id}`);
  await expectNotes(page.getByRole('region', { name: 'Notes' }));
});

it('shows them in the details of a closed idea, with the lines and the link of its lesson', async () => {
  ideas.change(id, { status: 'successful', lesson: `Wait.\nSee ${LINK}` });
  await openApp('/customer/forex/leverage');
  await page.getByRole('button', { name: 'EUR/CZK' }).click();
  await expectNotes(dialog().getByCss('p').filter({ hasText: 'The base held.' }));
  const result = dialog().getByRole('region', { name: 'Result' });
  await expectShown(result.getByRole('link', { name: LINK }));
  await expect.poll(() => readTexts(result)[0]).toContain(`Wait.\nSee ${LINK}`);
});
