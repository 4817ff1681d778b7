import { describe, expect, it } from 'vitest';
import { countRecord } from './compute-track-record.ts';
import { ada, resultOf, tellLedger } from './record-story.fixture.ts';

describe('a result under the three rules', () => {
  const cases: [string, ReturnType<typeof resultOf>, Record<string, [string, string]>][] = [
    [
      'the last exit: nothing is unknown',
      resultOf('successful', 'exit_3'),
      { exit_1: ['1', '1'], parts: ['2', '2'], last_exit: ['3', '3'] },
    ],
    [
      'exit 1: the rest ended between the invalidation level and there',
      resultOf('successful', 'exit_1'),
      { exit_1: ['1', '1'], parts: ['-0.33333333', '1'], last_exit: ['-1', '1'] },
    ],
    [
      'exit 2',
      resultOf('successful', 'exit_2'),
      { exit_1: ['1', '1'], parts: ['0.66666667', '1.66666667'], last_exit: ['-1', '2'] },
    ],
    [
      'success without a level: exit 1 at least',
      resultOf('successful'),
      { exit_1: ['1', '1'], parts: ['-0.33333333', '2'], last_exit: ['-1', '3'] },
    ],
    [
      'the invalidation level',
      resultOf('unsuccessful', 'invalidation_level'),
      { exit_1: ['-1', '-1'], parts: ['-1', '-1'], last_exit: ['-1', '-1'] },
    ],
    [
      'the entry',
      resultOf('unsuccessful', 'entry_1'),
      { exit_1: ['0', '0'], parts: ['0', '0'], last_exit: ['0', '0'] },
    ],
    [
      'failure without a level',
      resultOf('unsuccessful'),
      { exit_1: ['-1', '0'], parts: ['-1', '0'], last_exit: ['-1', '0'] },
    ],
    [
      'completed, and nothing more',
      resultOf('completed'),
      { exit_1: ['-1', '1'], parts: ['-1', '2'], last_exit: ['-1', '3'] },
    ],
    ['invalid', resultOf('invalid'), { exit_1: ['-1', '0'], parts: ['-1', '0'], last_exit: ['-1', '0'] }],
    [
      'deleted while open',
      resultOf('deleted'),
      { exit_1: ['-1', '1'], parts: ['-1', '2'], last_exit: ['-1', '3'] },
    ],
    [
      'one exit only: the rules agree',
      resultOf('successful', null, { published: { exit_2: null, exit_3: null } }),
      { exit_1: ['1', '1'], parts: ['1', '1'], last_exit: ['1', '1'] },
    ],
    [
      'a bearish idea',
      resultOf('successful', 'exit_1', {
        published: {
          order_type: 'SELL',
          invalidation_level: '105',
          exit_1: '90',
          exit_2: null,
          exit_3: null,
        },
      }),
      { exit_1: ['2', '2'], parts: ['2', '2'], last_exit: ['2', '2'] },
    ],
  ];
  it.each(cases)('%s', (_name, found, expected) => {
    expect(found).toEqual(expected);
  });

  it('does not exist where the invalidation level stands on the wrong side, or on the entry', () => {
    for (const invalidation_level of ['101', '100'])
      expect(resultOf('successful', 'exit_1', { published: { invalidation_level } })).toBeNull();
  });
});

describe('the record', () => {
  it('leaves out nothing: open, invalid and deleted ideas are counted', () => {
    const story = tellLedger();
    for (const id of ['won', 'lost', 'gone', 'gone open', 'void', 'odd', 'open', 'waiting'])
      story.publish(id, 0);
    story.change('won', 10, { status: 'successful', result_level: 'exit_3' });
    story.change('lost', 11, { status: 'unsuccessful', result_level: 'invalidation_level' });
    story.change('gone', 12, { status: 'unsuccessful', result_level: 'invalidation_level' });
    story.remove('gone', 13);
    story.remove('gone open', 14);
    story.change('void', 15, { status: 'invalid' });
    story.change('odd', 3, { invalidation_level: '200' });
    story.change('odd', 16, { status: 'successful' });
    story.change('waiting', 17, { status: 'pending' });
    const record = story.record();
    expect(record.ideas).toEqual({
      total: 8,
      open: 2,
      successful: 2,
      unsuccessful: 2,
      completed: 0,
      invalid: 1,
      deleted: 2,
      deleted_open: 1,
      reopened: 0,
      without_r: 1,
    });
    expect(record.rules.last_exit).toMatchObject({
      results: 5,
      sum: { low: '-1', high: '4' },
      mean: { low: '-0.2', high: '0.8' },
      positive: { low: 1, high: 2 },
      drawdown: { low: '2', high: '4' },
    });
    expect(record.entries.map(({ idea_id }) => idea_id)).toEqual([
      'won',
      'lost',
      'gone',
      'gone open',
      'void',
      'odd',
      'open',
      'waiting',
    ]);
  });

  it.each([
    [19, null],
    [20, { low: '50.0', high: '50.0' }],
    [21, { low: '52.4', high: '52.4' }],
  ])('gives with %i results the percentage %o', (count, expected) => {
    const story = tellLedger();
    for (let index = 0; index < count; index++) {
      story.publish(`${index}`, index);
      const won = index % 2 === 0;
      story.change(`${index}`, 100 + index, {
        status: won ? 'successful' : 'unsuccessful',
        result_level: won ? 'exit_1' : 'invalidation_level',
      });
    }
    expect(story.record().rules.exit_1.positive_percent).toEqual(expected);
  });

  it('of nobody is empty, not wrong', () => {
    expect(countRecord(ada, [])).toMatchObject({
      ideas: { total: 0 },
      rules: {
        parts: { results: 0, mean: null, sum: { low: '0', high: '0' }, drawdown: { low: '0', high: '0' } },
      },
      entries: [],
    });
  });
});
