/** Minutes of a time frame such as 15m, 4H, 1D, 1W or 1M (a month). Any other text is infinite, so it sorts last. */
export const parseTimeFrame = (timeFrame: string): number => {
  const [, count, unit] = /^\s*(\d+)\s*([a-zA-Z])/.exec(timeFrame) ?? [];
  const minutes: Record<string, number> = {
    m: 1,
    h: 60,
    H: 60,
    d: 1440,
    D: 1440,
    w: 10_080,
    W: 10_080,
    M: 43_200,
  };
  const minutesPerUnit = unit === undefined ? undefined : minutes[unit];
  return minutesPerUnit === undefined ? Number.POSITIVE_INFINITY : Number(count) * minutesPerUnit;
};

/** Shortest first; Infinity minus Infinity is not a number. */
export const compareTimeFrames = (a: string, b: string): number => parseTimeFrame(a) - parseTimeFrame(b) || 0;
