import * as z from 'zod/mini';

/** SPEC §3. */
export const markets = ['Forex', 'Crypto'] as const;
export const market = z.enum(markets);
export type Market = (typeof markets)[number];

/** Something that is on or off per market, such as notifications (SPEC §6). */
export const marketSwitches = z.object({
  Forex: z.boolean({ error: 'Forex must be on or off' }),
  Crypto: z.boolean({ error: 'Crypto must be on or off' }),
});
export type MarketSwitches = z.infer<typeof marketSwitches>;
/** SPEC §9: notifications are on by default. */
export const allMarketsOn: MarketSwitches = { Forex: true, Crypto: true };
