import { TEST_LIMIT_MS } from './time-limits.ts';

/** Share of the full size of TARGETS to run (`npm run soak`); `npm test` runs the short form. */
const share = Number(process.env.SOAK ?? 0);

/** Size of a test: `short` in `npm test`, the requested share of `full` in a soak. */
export const scaleSize = (short: number, full: number): number => Math.max(short, Math.round(full * share));

/** A promised time, checked in a soak only: `npm test` shares its machine, so it waits for what happens. */
export const soakLimit = (ms: number): number => (share > 0 ? ms : Number.POSITIVE_INFINITY);

/** Timeout of a test, scaled with its size; in its short form that of every test. */
export const scaleTimeout = (short: number, full: number): number =>
  Math.ceil((TEST_LIMIT_MS * scaleSize(short, full)) / short);
