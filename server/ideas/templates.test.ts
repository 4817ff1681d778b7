import { afterAll, beforeAll, expect, it } from 'vitest';
import { type IdeaTemplate, listTemplates, putTemplates } from '../../contract/publishing/idea-templates.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let one: string;
beforeAll(async () => {
  test = await startTestApp();
  one = await test.openSession('one@test.example');
});
afterAll(() => test.close());

const template: IdeaTemplate = {
  name: 'Swing',
  pair: 'EUR/USD',
  time_frame: '4h',
  order_type: 'SELL',
  idea_type: 'Leverage',
  market_type: 'Forex',
  notes: 'Trend first.',
};
const list = async (token = one) =>
  (await test.call<IdeaTemplate[]>('GET', listTemplates.path, { token })).body;
const put = (templates: unknown) =>
  test.call<{ message: string }>('PUT', putTemplates.path, { token: one, body: { templates } });

it('keeps the templates of each educator apart, and replaces them', async () => {
  expect(await list()).toEqual([]);
  await put([template, { ...template, name: 'Empty', pair: '', time_frame: '', notes: '' }]);
  expect((await list()).map(({ name }) => name)).toEqual(['Swing', 'Empty']);
  expect((await put([{ ...template, name: '  Scalp ' }])).body).toMatchObject([{ name: 'Scalp' }]);
  expect(await list()).toEqual([{ ...template, name: 'Scalp' }]);
  expect(await list(await test.openSession('two@test.example'))).toEqual([]);
});

it.each([
  ['four templates', ['A', 'B', 'C', 'D']],
  ['two with one name', ['A', 'A']],
  ['one without a name', [' ']],
])('refuses %s, and keeps what was there', async (_, names) => {
  await put([template]);
  expect((await put(names.map((name) => ({ ...template, name })))).status).toBe(400);
  expect(await list()).toEqual([template]);
});
