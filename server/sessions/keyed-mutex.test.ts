import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { KeyedMutex } from './keyed-mutex.ts';

describe('KeyedMutex', () => {
  it('serialises calls of one key, failures included, and does not block other keys', async () => {
    const mutex = new KeyedMutex(10);
    const log: string[] = [];
    const work = (name: string, ms: number) => async () => {
      log.push(`${name} begins`);
      await sleep(ms);
      log.push(`${name} ends`);
      if (name === 'a1') throw new Error('wrong password');
    };
    const results = await Promise.allSettled([
      mutex.run('a', work('a1', 60)),
      mutex.run('a', work('a2', 1)),
      mutex.run('b', work('b1', 1)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(log).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends']);
  });

  it('rejects calls when the queue is full, and accepts them again afterwards', async () => {
    const mutex = new KeyedMutex(2);
    const slow = () => mutex.run('a', () => sleep(20));
    const first = [slow(), slow()];
    await expect(slow()).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    await Promise.all(first);
    await expect(slow()).resolves.toBeUndefined();
  });
});
