import { parseTimeFrame } from '../../contract/ideas/time-frames.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** TTL in bars of the idea's chart: later, its entry has passed. */
const TTL_BARS = 4;
/** Locked phones may wake only every few minutes; a shorter TTL would lose messages. */
const MIN_TTL = 15 * MINUTE;
/** People who were away longer read the list, not the notifications. */
const MAX_TTL = 3 * DAY;
/** For unknown time frames: four bars of the four-hour chart, the form's default. */
const DEFAULT_TTL = 16 * HOUR;

/**
 * TTL of a push about an idea in milliseconds: sent as `TTL` (RFC 8030) and the limit of our own attempts. Uses the
 * first of a range such as "1H-4H".
 */
export const computePushTtl = (timeFrame: string): number => {
  const first = timeFrame.split(/[/,;&+]|\bto\b|(?<=[a-z])\s*[-–]\s*(?=\d)/i)[0] ?? '';
  const bar = parseTimeFrame(first);
  return bar ? Math.min(Math.max(bar.seconds * 1000 * TTL_BARS, MIN_TTL), MAX_TTL) : DEFAULT_TTL;
};
