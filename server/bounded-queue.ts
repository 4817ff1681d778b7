import PQueue from 'p-queue';
import { AppError } from './app-error.ts';

const BUSY_RETRY_SECONDS = 2;
/** Work for known people runs before that for strangers, and has its own part of the queue. */
export type Caller = 'known' | 'stranger';
const PRIORITIES = { known: 1, stranger: 0 };

/** Runs `concurrency` works at once and queues `maxQueued` per kind of caller; more are rejected with BUSY. */
export const createBoundedQueue = (concurrency: number, maxQueued: number) => {
  const queue = new PQueue({ concurrency });
  return <T>(caller: Caller, work: () => Promise<T>): Promise<T> => {
    const priority = PRIORITIES[caller];
    if (queue.sizeBy({ priority }) >= maxQueued)
      return Promise.reject(new AppError('BUSY', { retryAfterSeconds: BUSY_RETRY_SECONDS }));
    return queue.add(work, { priority });
  };
};
