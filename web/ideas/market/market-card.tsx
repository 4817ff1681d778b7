import { Link } from 'wouter';
import { formatR, type RiskReward } from '../../../contract/ideas/levels.ts';
import type { Market } from '../../../contract/ideas/markets.ts';
import { paths } from '../../shared/paths.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { DirectionArrow } from '../../shared/ui/direction-chip.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Loading, Skeleton } from '../../shared/ui/skeleton.tsx';
import type { IdeaList } from '../idea-lists.ts';
import type { Idea } from '../idea-model.ts';
import { hatch } from '../ladder/level-colours.ts';

type MarketIdea = Idea & { risk: RiskReward | null };

export type MarketIdeas = Omit<IdeaList, 'ideas'> & {
  /** "8 active · 1 invalid". */
  counts: string;
  latest: readonly MarketIdea[];
};

/** SPEC §2. */
const subtitles: Record<Market, string> = { Forex: 'Currency Pairs', Crypto: 'Digital Assets' };
const rowClass = 'flex min-h-11 flex-wrap items-center gap-x-3';
/** Three rows in every state, so that a card keeps its height. */
const SKELETON_ROWS = ['first', 'second', 'third'];

/** Risk hatched and reward solid, to scale. Hidden from screen readers: the R beside it says the same. */
const RiskBar = ({ risk }: { risk: RiskReward }) => (
  <span
    aria-hidden="true"
    className="hidden h-2.5 w-12 gap-0.5 overflow-hidden rounded-[3px] @min-[17rem]:flex @min-[21rem]:w-21"
  >
    <i className="grow bg-negative-wash" style={{ backgroundImage: hatch }} />
    <i className="bg-positive/55" style={{ flexGrow: Math.max(0, risk.headline.toNumber()) }} />
  </span>
);

const IdeaRows = ({ ideas }: { ideas: readonly MarketIdea[] }) => (
  <ul className="@container divide-y divide-line-soft">
    {ideas.map((idea) => (
      <li key={idea.id} className={rowClass}>
        <DirectionArrow order={idea.order_type} />
        <span className="font-medium wrap-anywhere">
          <span className="sr-only">{idea.order_type === 'BUY' ? 'Bullish' : 'Bearish'} </span>
          <bdi>{idea.pair}</bdi>
        </span>
        <span className="min-w-7 shrink-[4] truncate text-xs text-faint">{idea.time_frame}</span>
        {idea.risk && (
          <span className="ml-auto flex shrink-0 items-center gap-3">
            <RiskBar risk={idea.risk} />
            <span className="min-w-12 text-right font-semibold">{formatR(idea.risk.headline)}</span>
          </span>
        )}
      </li>
    ))}
  </ul>
);

const CardContent = ({ market, ideas }: { market: Market; ideas: MarketIdeas }) => {
  if (ideas.state === 'loading')
    return (
      <Loading label="Loading trade ideas...">
        {SKELETON_ROWS.map((row) => (
          <div key={row} className={rowClass}>
            <Skeleton className="h-5 w-full" />
          </div>
        ))}
      </Loading>
    );
  if (ideas.latest.length > 0) return <IdeaRows ideas={ideas.latest} />;
  return (
    <div className="grid content-center justify-items-start gap-2 text-muted">
      <p>No {market} trade ideas available</p>
      {ideas.state === 'failed' && (
        <p role="alert" className="relative flex items-center gap-3">
          Couldn't load.
          <Button size="s" onClick={ideas.retry} busy={ideas.retrying}>
            Retry
          </Button>
        </p>
      )}
    </div>
  );
};

/** A card of "Choose Your Market". The link of its heading is stretched over the whole card. */
export const MarketCard = ({
  market,
  ideas,
  unseen,
  notificationsOn,
  onOpen,
}: {
  market: Market;
  ideas: MarketIdeas;
  unseen: number;
  notificationsOn: boolean;
  onOpen: () => void;
}) => (
  <article className="group relative grid min-w-0 grid-cols-[minmax(0,1fr)] content-between gap-7 rounded-l border border-line-soft bg-surface p-6 shadow-lift transition-colors duration-150 hover:border-edge sm:gap-10 sm:p-8">
    <header className="flex flex-wrap items-start justify-between gap-2">
      <div>
        <h2 className="text-3xl sm:text-4xl">
          <Link
            href={paths.customerMarket(market)}
            onClick={onOpen}
            className="outline-none after:absolute after:inset-0 after:rounded-l focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
          >
            {market}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          {subtitles[market]}
          {!notificationsOn && (
            <span className="rounded-full border border-line px-2.5 py-0.5 text-xs">Notifications Off</span>
          )}
        </p>
      </div>
      <span className="flex min-h-9 min-w-0 items-center gap-1 text-right text-xs font-medium text-muted group-hover:text-accent lg:text-sm">
        <Badge count={unseen} className="mr-2" />
        {ideas.state === 'ready' && ideas.counts}
        <Icon name="right" size={18} />
      </span>
    </header>
    <div className="grid grid-cols-[minmax(0,1fr)] sm:min-h-33.5">
      <CardContent market={market} ideas={ideas} />
    </div>
  </article>
);
