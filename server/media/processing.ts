import PQueue from 'p-queue';

/** Two files at a time, because small machines have two cores. */
export const processingQueue = new PQueue({ concurrency: 2 });

export const DAMAGED = "It's damaged or incomplete";

/** A rejected file; the reason is shown at the field. */
export class MediaRejected extends Error {
  override readonly name = 'MediaRejected';
}
