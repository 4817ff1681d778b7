import type { LatestPrice } from '../../../contract/live-events.ts';
import { useLatestPrice } from '../../live/latest-prices.ts';
import { shortTime } from '../../shared/absolute-time.ts';
import { useConfig } from '../../shared/api/config.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import type { LadderLevels } from '../../shared/level-text.ts';
import { serverNow } from '../../shared/server-clock.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { type LadderLayout, placePrice } from './ladder-layout.ts';
import { describeDistance } from './ladder-text.ts';

/** Grey from then on: the market may be closed, or the source down. */
const OLD_MS = 5 * 60_000;

const usePrice = (pair: string) => {
  const price = useLatestPrice(pair);
  const now = useNow(10_000);
  return price && { ...price, isOld: now - price.at > OLD_MS };
};

const colour = (isOld: boolean) => (isOld ? 'bg-faint' : 'bg-text');
const arrows = {
  above: '-translate-y-[calc(100%+0.25rem)] [clip-path:polygon(50%_0,100%_100%,0_100%)]',
  below: 'translate-y-1 [clip-path:polygon(0_0,100%_0,50%_100%)]',
};

/** Where the price stands on the axis: a dot, or an arrow beyond its ends. */
export const PriceMark = ({ pair, layout }: { pair: string; layout: LadderLayout }) => {
  const price = usePrice(pair);
  const place = price && placePrice(layout, price.price);
  if (!place) return null;
  return (
    <i
      data-price={place.beyond ?? 'within'}
      style={{ top: place.y }}
      className={classNames(
        'absolute left-1/2 -translate-x-1/2 motion-safe:transition-[top]',
        place.beyond
          ? `h-2 w-3.5 ${arrows[place.beyond]}`
          : 'size-3 -translate-y-1/2 rounded-full ring-2 ring-sunken',
        colour(price.isOld),
      )}
    />
  );
};

type Ladder = { levels: LadderLevels; plan: LadderLevels };

const Words = ({ price, at, source, isOld, levels, plan }: LatestPrice & { isOld: boolean } & Ladder) => (
  <p className={isOld ? 'text-faint' : 'text-muted'}>
    <span className={classNames('block font-medium', !isOld && 'text-text')}>
      <i aria-hidden className={classNames('mr-1.5 inline-block size-2 rounded-full', colour(isOld))} />
      {`Price ${price} · ${shortTime(new Date(at), new Date(serverNow()))} · ${source}`}
    </span>
    <span className="block first-letter:uppercase">{describeDistance(price, levels, plan)}</span>
  </p>
);

/** The price in words. Its place is kept while there is none, so that a card keeps its height. */
export const PriceLine = ({ pair, ...ladder }: Ladder & { pair: string }) => {
  const price = usePrice(pair);
  const mayCome = useConfig()?.prices;
  if (!price && !mayCome) return null;
  const example = {
    price: ladder.levels.exit_1 ?? '0',
    at: serverNow(),
    source: 'Demo prices',
    isOld: false,
  };
  return (
    <div className="mt-1 grid text-xs tabular-nums *:col-start-1 *:row-start-1 @min-[20rem]:mt-3">
      <div className="invisible">
        <Words {...example} {...ladder} />
      </div>
      {price && <Words {...price} {...ladder} />}
    </div>
  );
};
