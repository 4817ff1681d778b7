import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Turns } from './keyed-mutex.ts';

describe('turns', () => {
  it('of one key come one after another, failures included; keys do not wait for each other', async () => {
    const turns = new Turns(10);
    const log: string[] = [];
    const work = (name: string, ms: number) => async () => {
      log.push(`${name} begins`);
      await sleep(ms);
      log.push(`${name} ends`);
      if (name === 'a1') throw new Error('wrong password');
    };
    const results = await Promise.allSettled([
      turns.take('a', work('a1', 60)),
      turns.take('a', work('a2', 1)),
      turns.take('b', work('b1', 1)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(log).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends']);
  });

  it('are refused when too many wait, and given again afterwards', async () => {
    const turns = new Turns(2);
    const slow = () => turns.take('a', () => sleep(20));
    const first = [slow(), slow()];
    await expect(slow()).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    await Promise.all(first);
    await expect(slow()).resolves.toBeUndefined();
  });
});
