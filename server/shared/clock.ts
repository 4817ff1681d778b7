/** The current time. Besides randomness, the only thing tests may replace. */
export type Clock = () => Date;
export const systemClock: Clock = () => new Date();
