import { expect, it } from 'vitest';
import { eurUsdExample } from '../../../contract/ideas/example-levels.ts';
import type { IdeaRevision } from '../../../contract/ideas/idea-revisions.ts';
import { buildReplaySteps } from './replay-steps.ts';

const START = Date.UTC(2026, 10, 20);

const createRevisions = (changes: readonly [minute: number, fields: Record<string, unknown>][]) =>
  changes.map(
    ([minute, fields], index): IdeaRevision => ({
      number: index + 1,
      idea_id: 'an idea',
      version: index + 1,
      action: index === 0 ? 'created' : 'changed',
      at: new Date(START + minute * 60_000).toISOString(),
      educator_id: '1',
      changes: Object.entries(fields).map(([field, value]) => ({ field, old: null, new: value })),
      salt: '',
      digest: '',
      prev_hash: '',
      hash: '',
    }),
  );

it('shows the idea after each change, with the plan that counted at that time', () => {
  const steps = buildReplaySteps(
    createRevisions([
      [0, { ...eurUsdExample, status: 'active' }],
      [3, { invalidation_level: '1.0760' }],
      [60, { invalidation_level: '1.0842' }],
      [90, { status: 'success', result_level: 'exit_1' }],
      [95, { status: 'active', result_level: null }],
    ]),
  );
  expect(steps.map(({ title, status }) => [title, status])).toEqual([
    ['Published', 'active'],
    ['Changed', 'active'],
    ['Changed', 'active'],
    ['Closed', 'successful'],
    ['Reopened', 'active'],
  ]);
  expect(steps.map(({ levels }) => levels.invalidation_level)).toEqual([
    '1.0755',
    '1.0760',
    '1.0842',
    '1.0842',
    '1.0842',
  ]);
  expect(steps.map(({ plan }) => plan.invalidation_level)).toEqual([
    '1.0755',
    '1.0760',
    '1.0760',
    '1.0760',
    '1.0760',
  ]);
});

it('ends before the deletion, which leaves nothing to show', () => {
  const [created] = createRevisions([[0, { ...eurUsdExample, status: 'active' }]]);
  const deleted = { ...created!, number: 2, version: 2, action: 'deleted' as const, changes: [] };
  expect(buildReplaySteps([created!, deleted])).toHaveLength(1);
});
