import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { updateIdea } from '../../../contract/publishing/idea-writing.ts';
import { findViolations } from '../../testing/axe.ts';
import { Refusal } from '../../testing/fake-api.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { answerLessons } from '../../testing/fake-lessons.ts';
import { educator, openApp, phone, reloadApp, server } from '../../testing/open-app.tsx';
import {
  expectGone,
  expectLive,
  expectNoOverflow,
  expectShown,
  measure,
  readTexts,
  resize,
} from '../../testing/page.ts';

/** What educators say at the close, and where customers find it. */
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server(), [{ educator_id: '2', pair: 'EUR/USD' }]);
  answerLessons(server(), ideas);
});

const lessons = () => page.getByRole('list', { name: 'Lessons' }).getByRole('listitem');
const lesson = (text: string) => lessons().filter({ hasText: text });
const expectCount = (count: number) => expect.poll(() => lessons().elements().length).toBe(count);
const topic = (name: RegExp) => page.getByRole('radio', { name });
const pairs = () => page.getByLabelText('Search pairs');
const only = () => [...ideas.rows.values()][0]!;
const ownCard = () => page.getByCss('[role=group]:not([aria-hidden]) article');

/** Closes an idea of its own with a lesson. */
const addLesson = (pair: string, changes: Parameters<FakeIdeas['change']>[1]) => {
  const { id } = ideas.publish({ pair });
  ideas.change(id, changes);
};
const won = { status: 'successful', result_level: 'exit_1' } as const;
const lost = { status: 'unsuccessful', result_level: 'invalidation_level' } as const;

it('shows the topics in one row on a phone that fades where it goes on, and in several on wider screens', async () => {
  for (const lesson_tag of ['entry', 'size', 'news', 'patience', 'thesis_wrong'] as const)
    addLesson('EUR/GBP', { ...lost, lesson_tag });
  await openApp('/learn/lessons', { size: { width: 768, height: 800 } });
  const topics = page.getByRole('group', { name: 'Topic' });
  await expect.poll(() => topics.getByRole('radio').elements().length).toBe(6);
  const row = topics.getByCss('div').first();
  const isFading = () => getComputedStyle(row.element()).maskImage !== 'none';
  await expect.poll(isFading).toBe(false);
  await resize(phone);
  await expect.poll(isFading).toBe(true);
  // The last topic can be scrolled out of the fade.
  const last = row.getByCss('label').last();
  const scrollToEnd = () => {
    row.element().scrollTo({ left: row.element().scrollWidth });
    return measure(last).right - (measure(row).right - 64);
  };
  await expect.poll(scrollToEnd).toBeLessThanOrEqual(1);
});

describe('lessons learned', () => {
  it('takes a lesson at the close of an idea (§2.63)', async () => {
    await openApp('/educator/dashboard', { as: educator });
    await ownCard().getByRole('button', { name: 'Mark unsuccessful' }).click();
    const form = ownCard().getByRole('form', { name: 'Result' });
    await form.getByLabelText('Lesson learned (one line)').fill('The base was not a base.');
    await form.getByRole('radio', { name: 'Wrong thesis' }).click();
    expect(await findViolations()).toEqual([]);
    await form.getByRole('button', { name: 'Save result' }).click();
    await expectGone(form);
    expect(only()).toMatchObject({
      status: 'unsuccessful',
      result_level: 'invalidation_level',
      lesson: 'The base was not a base.',
      lesson_tag: 'thesis_wrong',
    });
  });

  it('says what the server finds wrong, whichever field it is', async () => {
    ideas.change(only().id, won);
    await openApp('/educator/dashboard', { as: educator });
    await ownCard().getByRole('button', { name: 'Edit result' }).click();
    server().on(updateIdea, () => {
      throw new Refusal('INVALID_REQUEST', { fields: { lesson_tag: 'Not a topic' } });
    });
    const form = ownCard().getByRole('form', { name: 'Result' });
    await form.getByRole('button', { name: 'Save result' }).click();
    await expectShown(form.getByText('Not a topic'));
  });

  it('shows a lesson with its topic on a phone, and leads to its replay (§2.65)', async () => {
    ideas.change(only().id, { ...lost, lesson: 'The base was not a base.', lesson_tag: 'thesis_wrong' });
    await openApp('/learn/lessons', { size: { width: 360, height: 740 } });
    await expectShown(lesson('The base was not a base.').getByText('Wrong thesis'));
    await expectNoOverflow();
    await lesson('The base was not a base.').getByRole('link', { name: 'EUR/USD' }).click();
    await expectShown(page.getByRole('region', { name: 'Replay' }).getByRole('slider', { name: 'Step' }));
    expect(location.pathname + location.search).toMatch(new RegExp(`^/ideas/${only().id}[?]replay`));
  });

  it('takes a lesson of an invalid idea too, without a level (§2.63)', async () => {
    await openApp('/educator/dashboard', { as: educator });
    await ownCard().getByRole('button', { name: 'Mark invalid' }).click();
    const form = ownCard().getByRole('form', { name: 'Lesson' });
    const text = form.getByLabelText('Lesson learned (one line)');
    await expect.element(text).toHaveFocus();
    expect(form.getByRole('group').elements()).toHaveLength(1);
    expect(await findViolations()).toEqual([]);
    await text.fill('News came before the entry.');
    await form.getByRole('radio', { name: 'News' }).click();
    await form.getByRole('button', { name: 'Save lesson' }).click();
    await expectShown(ownCard().getByRole('button', { name: 'Edit lesson' }));
    await expectShown(ownCard().getByText('Lesson (News): News came before the entry.'));
    expect(only()).toMatchObject({ status: 'invalid', result_level: null, lesson_tag: 'news' });
  });

  it('adds a lesson to the open page as soon as it is given', async () => {
    addLesson('EUR/GBP', { ...won, lesson: 'Patience.' });
    await openApp('/learn/lessons');
    await expectLive();
    await expectCount(1);
    const text = 'News came before the entry.';
    ideas.change(only().id, { status: 'invalid', lesson: text, lesson_tag: 'news' });
    await expectShown(lesson(text));
    await topic(/^News/).click();
    await expectCount(1);
    await expectShown(lesson(text).getByText('INVALID', { exact: true }));
    await lesson(text).getByRole('link', { name: 'EUR/USD' }).click();
    await expectShown(page.getByText(text).first());
    expect(location.pathname).toBe(`/ideas/${only().id}`);
  });

  it('filters lessons by topic, educator, pair and result, which the address keeps (§2.64, §2.66)', async () => {
    addLesson('ATOM/USDT', { ...won, lesson: 'First', lesson_tag: 'entry' });
    addLesson('EUR/GBP', { ...won, lesson: 'Second', lesson_tag: 'entry' });
    addLesson('EUR/GBP', { ...lost, lesson: 'Third', lesson_tag: 'entry' });
    addLesson('EUR/GBP', { ...won, lesson: 'Fourth', lesson_tag: 'news' });
    await openApp('/learn/lessons');
    await topic(/^Entry 3 ideas, 1 loss$/).click();
    await expectCount(3);
    expect(new Set(readTexts(lessons().getByCss('p:last-child')))).toEqual(new Set(['Entry']));
    await page.getByRole('radio', { name: 'Successful', exact: true }).click();
    await expect.element(topic(/^Entry 2 ideas, 0 losses$/)).toBeInTheDocument();
    await expectCount(2);
    await pairs().fill('atom');
    await expectCount(1);
    await expect.poll(() => location.search).toBe('?topic=entry&result=successful&pair=atom');
    reloadApp();
    await expectCount(1);
    const educators = page.getByRole('combobox', { name: 'Educator' });
    await educators.selectOptions('Daniel Brandt');
    await expect.poll(() => location.search).toContain('educator=2');
    await expectCount(1);
    await educators.selectOptions('Amara Osei');
    await expectShown(page.getByText('No lessons match these filters.'));
    await educators.selectOptions('All educators');
    await pairs().fill('nothing');
    await expectShown(page.getByText('No lessons match these filters.'));
    // The chosen topic stays, so that it can be changed.
    await expect.element(topic(/^Entry 0 ideas, 0 losses$/)).toBeInTheDocument();
    await topic(/^All 0 ideas, 0 losses$/).click();
    await expect.poll(() => location.search).toBe('?result=successful&pair=nothing');
  });
});
