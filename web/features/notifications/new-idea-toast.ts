import { HIDDEN_EDUCATOR_ID } from '../../../contract/educators.ts';
import { formatOrientation, type OrderType } from '../../../contract/ideas.ts';
import type { Market } from '../../../contract/markets.ts';
import type { NotificationPreferences } from '../../../contract/notifications.ts';
import { paths } from '../../shared/paths.ts';
import type { ToastMessage } from '../../shared/ui/toast-message.ts';

/** The detail of SPEC §4's `tradeIdeaCreated`, as far as a toast needs it. */
export type Arrival = {
  tradeIdea: { id: string; pair: string; orderType: OrderType; educatorId: string; educatorName: string };
  marketType: Market;
  /** When it was published: ISO 8601. */
  timestamp: string;
};

/** Ideas of one burst share one toast; longer a reader is not kept waiting. */
export const BURST_MS = 400;
/** What is older was published while nobody was there: the badges tell of it. */
export const LONG_ABSENCE_MS = 10 * 60_000;

export type Reader = {
  /** An educator's own number; null for a customer. */
  educatorId: string | null;
  settings: NotificationPreferences;
  now: number;
};

/** Whether an arrival is news for this reader: of a market that is on, by another, and of now. */
export const isNews = (
  { tradeIdea, marketType, timestamp }: Arrival,
  { educatorId, settings, now }: Reader,
): boolean =>
  settings[marketType] &&
  tradeIdea.educatorId !== educatorId &&
  tradeIdea.educatorId !== HIDDEN_EDUCATOR_ID &&
  !(now - Date.parse(timestamp) > LONG_ABSENCE_MS);

const MOST_NAMED = 3;

/** "EUR/USD, GBP/JPY, BTC/USD and 2 more". */
const namesOf = (pairs: readonly string[]): string => {
  const rest = pairs.length - MOST_NAMED;
  const named = pairs.slice(0, MOST_NAMED).join(', ');
  return rest > 0 ? `${named} and ${rest} more` : named;
};

/** What is shown of a burst: an idea by its pair, direction, market and educator; several as a number. Null for none. */
export const toastOf = (arrivals: readonly Arrival[]): ToastMessage | null => {
  const [first, ...others] = arrivals;
  if (!first) return null;
  const { tradeIdea, marketType } = first;
  if (others.length === 0)
    return {
      title: `${tradeIdea.pair} ${formatOrientation(tradeIdea.orderType)}`,
      description: `New ${marketType} idea by ${tradeIdea.educatorName}`,
      link: { label: 'Show', href: `${paths.customerMarket(marketType)}?idea=${tradeIdea.id}` },
    };
  const isOneMarket = others.every((other) => other.marketType === marketType);
  return {
    title: `${arrivals.length} new ideas`,
    description: namesOf(arrivals.map(({ tradeIdea: { pair } }) => pair)),
    link: {
      label: 'Show',
      href: isOneMarket ? paths.customerMarket(marketType) : paths.customerDashboard,
    },
  };
};
