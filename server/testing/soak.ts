/**
 * The long form of the reliability rows (`npm run soak`): what part of the full size of TARGETS is run; `npm test` runs
 * the short form.
 */
const share = Number(process.env.SOAK ?? 0);

/** How much of something a test does: `short` in `npm test`, the share of `full` that was asked for in a soak. */
export const sizeOf = (short: number, full: number): number => Math.max(short, Math.round(full * share));

/** A limit of time for it: `short` grows with the work. */
export const timeFor = (shortMs: number, short: number, full: number): number =>
  Math.ceil((shortMs * sizeOf(short, full)) / short);
