import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signInCalls } from './educator-calls.ts';
import { selectIdeasByNotes, setUpDashboard, setup, validIdea } from './educator-dashboard.ts';
import { holdCalls } from './held-calls.ts';

/** On a slow network an educator goes on before an answer arrives: it takes neither focus nor text. */
setUpDashboard();

const IDEAS = /\/api\/trade-ideas(\/[^/]+)?$/;
const notesField = () => setup.dashboard.form().getByLabel('Notes');
const hasFocus = (element: Locator) => element.evaluate((node) => node === document.activeElement);
const levels = (notes: string) => setup.dashboard.own(notes).getByRole('region', { name: 'Levels' });
const openLevel = async (notes: string, button: RegExp) => {
  await levels(notes).getByRole('button', { name: button }).click();
};
const level = (notes: string, name: string) => levels(notes).getByRole('textbox', { name });
/** The server does what is asked, but its answer arrives only when `isShown` has seen the change. */
const holdAnswer = async (method: string, isShown: () => Promise<unknown>) => {
  const arrived = Promise.withResolvers<void>();
  await setup.page.route(IDEAS, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    await isShown();
    await route.fulfill({ response });
    arrived.resolve();
  });
  return { arrived: arrived.promise };
};
const told = (text: string) => setup.page.getByRole('region', { name: 'Messages' }).getByText(text).waitFor();

describe('a level that is saved late', () => {
  it('leaves the focus in the level that is edited next', async () => {
    const { page, dashboard } = setup;
    const notes = 'two levels in a row';
    await dashboard.publish(notes);
    const answer = await holdCalls(page, IDEAS, 'PUT');
    await openLevel(notes, /^Invalidation \d/);
    await level(notes, 'Invalidation level').fill('1.2668');
    await level(notes, 'Invalidation level').press('Enter');
    await answer.asked;
    await openLevel(notes, /^Exit 1/);
    await level(notes, 'Exit 1').fill('1.28');
    answer.release();
    await told('Trade idea updated');
    await level(notes, 'Invalidation level').waitFor({ state: 'detached' });
    await page.keyboard.type('05');
    await expect.poll(() => level(notes, 'Exit 1').inputValue()).toBe('1.2805');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => selectIdeasByNotes(notes))
      .toMatchObject([{ invalidation_level: '1.2668', exit_1: '1.2805' }]);
  });

  it('leaves the focus in the form when it fails', async () => {
    const { page, dashboard } = setup;
    const notes = 'a level that fails';
    await dashboard.publish(notes);
    await page.route(IDEAS, async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await expect.poll(() => notesField().inputValue()).toBe('typed meanwhile');
      await route.abort();
    });
    await openLevel(notes, /^Exit 1/);
    await level(notes, 'Exit 1').fill('1.2800');
    await level(notes, 'Exit 1').press('Enter');
    await notesField().click();
    await page.keyboard.type('typed meanwhile');
    await dashboard.own(notes).getByText('Failed to update exit 1').waitFor();
    await expect.poll(() => hasFocus(notesField())).toBe(true);
    await expect.poll(() => level(notes, 'Exit 1').inputValue()).toBe('1.2800');
    await page.unroute(IDEAS);
    await page.getByRole('button', { name: 'Clear' }).click();
  });

  it('asks about one conflict after the other', async () => {
    const { page, dashboard } = setup;
    const notes = 'two conflicts at once';
    await dashboard.publish(notes);
    await openLevel(notes, /^Exit 1/);
    await level(notes, 'Exit 1').fill('1.2810');
    await openLevel(notes, /^Exit 2/);
    await level(notes, 'Exit 2').fill('1.2910');
    const [{ id } = { id: '' }] = await selectIdeasByNotes(notes);
    await (await signInCalls(setup.app)).change(id, { exit_1: '1.2820', exit_2: '1.2920' });
    const answer = await holdCalls(page, IDEAS, 'PUT');
    await level(notes, 'Exit 1').press('Enter');
    await answer.asked;
    await level(notes, 'Exit 2').press('Enter');
    answer.release();
    const question = page.getByRole('dialog', { name: 'This trade idea has changed' });
    // Either may be answered first.
    const first = await question.getByText(/^Exit [12]$/).innerText();
    await question.getByRole('button', { name: 'Use mine' }).click();
    await question.getByText(first === 'Exit 1' ? 'Exit 2' : 'Exit 1', { exact: true }).waitFor();
    await question.getByRole('button', { name: 'Use mine' }).click();
    await question.waitFor({ state: 'detached' });
    await expect
      .poll(() => selectIdeasByNotes(notes))
      .toMatchObject([{ exit_1: '1.2810', exit_2: '1.2910' }]);
  });
});

describe('an idea that is closed or deleted late', () => {
  it('asks for the result on the card without taking the focus', async () => {
    const { page, dashboard } = setup;
    const notes = 'closed late';
    await dashboard.publish(notes);
    const answer = await holdCalls(page, IDEAS, 'PUT');
    await dashboard.own(notes).getByRole('button', { name: 'Mark successful', exact: true }).click();
    await answer.asked;
    await notesField().click();
    await page.keyboard.type('the next ');
    answer.release();
    await dashboard.own(notes).getByRole('form', { name: 'Result' }).waitFor();
    await page.keyboard.type('idea');
    await expect.poll(() => notesField().inputValue()).toBe('the next idea');
    await page.getByRole('button', { name: 'Clear' }).click();
  });

  it('asks for the result with the focus when the change is shown before the answer comes', async () => {
    const { dashboard } = setup;
    const notes = 'closed before the answer';
    await dashboard.publish(notes);
    const card = dashboard.own(notes);
    const answer = await holdAnswer('PUT', () =>
      card.getByRole('button', { name: 'Mark successful' }).waitFor({ state: 'detached' }),
    );
    await card.getByRole('button', { name: 'Mark successful' }).press('Enter');
    await answer.arrived;
    await expect.poll(() => hasFocus(card.getByRole('radio', { name: 'Exit 1' }))).toBe(true);
  });

  it('moves the focus to the list when the idea disappears before the answer comes', async () => {
    const { page, dashboard } = setup;
    const notes = 'deleted before the answer';
    await dashboard.publish(notes);
    const card = dashboard.own(notes);
    const answer = await holdAnswer('DELETE', async () => {
      await card.waitFor({ state: 'detached' });
      // The app has moved the lost focus.
      await page.waitForFunction(() => document.activeElement !== document.body);
    });
    await card.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await answer.arrived;
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Your ideas');
  });

  it('opens no question about the result over a search in the list', async () => {
    const { page, dashboard } = setup;
    const notes = 'closed late in the list';
    await dashboard.publish(notes);
    await page.goto('/educator/ideas');
    const answer = await holdCalls(page, IDEAS, 'PUT');
    await page.getByRole('button', { name: 'Close GBP/USD' }).first().click();
    await page.getByRole('menuitem', { name: 'Mark unsuccessful' }).click();
    await answer.asked;
    const search = page.getByRole('searchbox');
    await search.fill('GBP');
    answer.release();
    await told('Trade idea updated');
    await expect.poll(() => hasFocus(search)).toBe(true);
    await expect.poll(() => page.getByRole('dialog', { name: /is closed/ }).count()).toBe(0);
  });

  it('leaves the focus in the form after a deletion that was left to itself', async () => {
    const { page, dashboard } = setup;
    const notes = 'deleted late';
    await dashboard.publish(notes);
    const answer = await holdCalls(page, IDEAS, 'DELETE');
    await dashboard.own(notes).getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await answer.asked;
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await notesField().click();
    await page.keyboard.type('going on');
    answer.release();
    await told('Trade idea deleted');
    await dashboard.own(notes).waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(notesField())).toBe(true);
    await page.getByRole('button', { name: 'Clear' }).click();
  });
});

describe('an idea that is published late', () => {
  it('leaves the page to which somebody went meanwhile', async () => {
    const { page, dashboard } = setup;
    const notes = 'published while reading the chat';
    await page.goto('/educator/ideas/new');
    await dashboard.fill({ ...validIdea, Notes: notes });
    const answer = await holdCalls(page, IDEAS, 'POST');
    await dashboard.publishButton().click();
    await answer.asked;
    await page.getByRole('link', { name: 'Chat' }).first().click();
    await page.waitForURL('**/chat**');
    answer.release();
    await told('Trade idea created successfully');
    await expect.poll(() => selectIdeasByNotes(notes)).toHaveLength(1);
    expect(new URL(page.url()).pathname).toContain('chat');
  });

  it('leaves the focus in the card that is edited meanwhile', async () => {
    const { page, dashboard } = setup;
    const notes = 'edited while another is published';
    await dashboard.publish(notes);
    await dashboard.fill({ ...validIdea, Notes: 'published beside an edit' });
    const publishing = await holdCalls(page, IDEAS, 'POST');
    await dashboard.publishButton().click();
    await page.getByRole('button', { name: 'Publish anyway' }).click();
    await publishing.asked;
    await openLevel(notes, /^Exit 1/);
    publishing.release();
    await told('Trade idea created successfully');
    await expect.poll(() => hasFocus(level(notes, 'Exit 1'))).toBe(true);
    await page.keyboard.press('Escape');
  });

  it('keeps the next signal that was pasted meanwhile', async () => {
    const { page, dashboard } = setup;
    const notes = 'published before the next signal';
    await dashboard.fill({ ...validIdea, Notes: notes });
    const answer = await holdCalls(page, IDEAS, 'POST');
    await dashboard.publishButton().click();
    await answer.asked;
    const box = page.getByPlaceholder('Paste a signal to fill the form');
    await box.fill('EURJPY sell 162.10, SL 162.90, TP 160.50');
    await box.press('Enter');
    const pair = dashboard.form().getByLabel('Pair', { exact: false }).first();
    await expect.poll(() => pair.inputValue()).toBe('EUR/JPY');
    answer.release();
    await told('Trade idea created successfully');
    await expect.poll(() => selectIdeasByNotes(notes)).toHaveLength(1);
    await expect.poll(() => pair.inputValue()).toBe('EUR/JPY');
    await page.reload();
    await expect.poll(() => pair.inputValue()).toBe('EUR/JPY');
    await page.getByRole('button', { name: 'Clear' }).click();
  });

  it('is sent once when "Publish anyway" is pressed twice', async () => {
    const { page, dashboard } = setup;
    const notes = 'pressed twice';
    await dashboard.publish('the first of the pair');
    await dashboard.fill({ ...validIdea, Notes: notes });
    let requests = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && IDEAS.test(request.url())) requests++;
    });
    await dashboard.publishButton().click();
    await page.getByRole('button', { name: 'Publish anyway' }).dblclick();
    await dashboard.own(notes).waitFor();
    expect(requests).toBe(1);
  });
});
