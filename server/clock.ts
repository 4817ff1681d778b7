/** The time now. The one thing besides chance that tests may set. */
export type Clock = () => Date;
export const systemClock: Clock = () => new Date();
