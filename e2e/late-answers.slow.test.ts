import { describe, expect, it } from 'vitest';
import { signInCalls } from './educator-calls.ts';
import { selectIdeasByNotes, setUpDashboard, setup } from './educator-dashboard.ts';
import { holdCalls } from './held-calls.ts';

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
