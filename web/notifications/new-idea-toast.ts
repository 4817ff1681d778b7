import { isPublic } from '../../contract/educators/visibility.ts';
import { formatOrientation, type OrderType } from '../../contract/ideas/ideas.ts';
import type { Market, MarketSwitches } from '../../contract/ideas/markets.ts';
import { isolateDirection } from '../../contract/shared/text.ts';
import { paths } from '../shared/paths.ts';
import type { ToastMessage } from '../shared/ui/toast-message.ts';

/** The part of the event `tradeIdeaCreated` (SPEC §4) that a toast needs. */
export type NewIdea = {
  tradeIdea: { id: string; pair: string; orderType: OrderType; educatorId: string; educatorName: string };
  marketType: Market;
  /** When it was published: ISO 8601. */
  timestamp: string;
};

/** Ideas published within this time share one toast. */
export const BATCH_MS = 400;
/** Older ideas were published while the page was closed or asleep. Only badges show them. */
export const MAX_AGE_MS = 10 * 60_000;

export type Recipient = {
  /** Null for a customer. */
  educatorId: string | null;
  settings: MarketSwitches;
  now: number;
};

/** Whether to notify this user: the market is on, the author is someone else, and the idea is recent. */
export const shouldNotify = (
  { tradeIdea, marketType, timestamp }: NewIdea,
  { educatorId, settings, now }: Recipient,
): boolean =>
  settings[marketType] &&
  tradeIdea.educatorId !== educatorId &&
  isPublic(tradeIdea.educatorId) &&
  !(now - Date.parse(timestamp) > MAX_AGE_MS);

const MAX_NAMED = 3;

/** "EUR/USD, GBP/JPY, BTC/USD and 2 more". */
const listPairs = (pairs: readonly string[]): string => {
  const rest = pairs.length - MAX_NAMED;
  const named = pairs.slice(0, MAX_NAMED).join(', ');
  return rest > 0 ? `${named} and ${rest} more` : named;
};

/** One toast for all ideas of a batch; null for none. */
export const buildNewIdeaToast = (ideas: readonly NewIdea[]): ToastMessage | null => {
  const [first, ...others] = ideas;
  if (!first) return null;
  const { tradeIdea, marketType } = first;
  if (others.length === 0)
    return {
      title: `${isolateDirection(tradeIdea.pair)} ${formatOrientation(tradeIdea.orderType)}`,
      description: `New ${marketType} idea by ${tradeIdea.educatorName}`,
      link: { label: 'View', href: paths.idea(tradeIdea.id) },
    };
  const isOneMarket = others.every((other) => other.marketType === marketType);
  return {
    title: `${ideas.length} new ideas`,
    description: listPairs(ideas.map(({ tradeIdea: { pair } }) => pair)),
    link: {
      label: 'View',
      href: isOneMarket ? paths.customerMarket(marketType) : paths.customerDashboard,
    },
  };
};
