import { describe, expect, it } from 'vitest';
import { signInCalls } from './educator-calls.ts';
import { selectIdeasByNotes, setUpDashboard, setup } from './educator-dashboard.ts';
import { holdCalls } from './held-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { BLANK_PATH } from './people.ts';

/** On a slow network an educator goes on before an answer arrives: it takes neither focus nor text. */
setUpDashboard();

const IDEAS = /\/api\/trade-ideas(\/[^/]+)?$/;
const levels = (notes: string) => setup.dashboard.own(notes).getByRole('region', { name: 'Levels' });
const openLevel = async (notes: string, button: RegExp) => {
  await levels(notes).getByRole('button', { name: button }).click();
};
const level = (notes: string, name: string) => levels(notes).getByRole('textbox', { name });

describe('a level that is saved late', () => {
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

it('leaves the focus on a button that was reached before the page arrived', async () => {
  const { page } = setup;
  await page.goto(BLANK_PATH);
  const { expectFocus, tabTo, use } = createKeyboard(page);
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/educator-dashboard-page-*.js', (route) => arrival.then(() => route.continue()));
  const requested = page.waitForRequest('**/educator-dashboard-page-*.js');
  await page.goto('/educator/ideas');
  await use(page.getByRole('link', { name: 'Dashboard', exact: true }));
  await page.waitForURL('**/educator/dashboard');
  await requested;
  const account = page.getByRole('button', { name: 'Your account' });
  await tabTo(account);
  arrive();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await expectFocus(account);
  // Without a press since the navigation, the heading gets the focus.
  await use(page.getByRole('banner').getByRole('link', { name: 'My Trade Ideas', exact: true }));
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('My Trade Ideas');
});
