import { levelNames } from '../../../contract/ideas/levels.ts';
import { useLargeFont, useMedia } from '../../shared/hooks/use-media.ts';
import { formatRiskReward, type LadderLevels } from '../../shared/level-text.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { LadderAxis } from './ladder-axis.tsx';
import { layoutLadder, type Rung } from './ladder-layout.ts';
import { PriceLine, PriceMark } from './ladder-price.tsx';
import { describeLadder, explainMissingR, formatRungR } from './ladder-text.ts';
import { nameColours } from './level-colours.ts';
import { LevelRows, type RenderName } from './level-rows.tsx';

/** How many times its usual 16 px the reader's font is; labels grow with it. */
const ZOOM = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
const size = (height: number, margin: number, gap: number) => ({
  height: height * ZOOM,
  margin: margin * ZOOM,
  gap: gap * ZOOM,
});
const sizes = {
  full: size(352, 16, 31),
  /** On a phone of 780 px, and of 640 px, the last label is above the pager. */
  phone: size(288, 13, 27),
  shortPhone: size(176, 13, 27),
  compact: size(236, 13, 25),
};

const PHONE = '(width < 30rem)';
const SHORT_PHONE = '(width < 30rem) and (height < 46rem)';

/** Longer prices get a smaller font, so that twelve digits fit at 300 px. */
const LONG_PRICE = 11;

const glide = 'motion-safe:transition-[top,opacity] motion-safe:duration-150 motion-safe:starting:opacity-0';

const Prices = ({ rungs, isInvalidated }: { rungs: Rung[]; isInvalidated: boolean }) => {
  const longest = rungs.reduce((most, { price }) => (price.length > most.length ? price : most), '');
  const size =
    longest.length > LONG_PRICE ? 'text-2xs @min-[24rem]:text-xs' : 'text-sm @min-[20rem]:text-base';
  return (
    <div
      aria-hidden="true"
      className={classNames('relative max-w-24 min-w-16 font-semibold @min-[24rem]:max-w-38', size)}
    >
      {/* Sets the column's width to its longest price; the labels are positioned absolutely. */}
      <span className="invisible block h-0 overflow-hidden">{longest}</span>
      {rungs.map(({ name, price, labelY }) => (
        <span
          key={name}
          style={{ top: labelY }}
          className={classNames(
            'absolute right-0 max-w-full -translate-y-1/2 text-right leading-none break-all',
            isInvalidated && 'text-muted line-through decoration-1',
            glide,
          )}
        >
          {price}
        </span>
      ))}
    </div>
  );
};

const asText: RenderName = (_, text) => text;

type NamesProps = { rungs: Rung[]; isInvalidated: boolean; renderName: RenderName | undefined };

const Names = ({ rungs, isInvalidated, renderName }: NamesProps) => (
  <div className="relative text-sm">
    {rungs.map((rung, index) => {
      const r = formatRungR(rung);
      const loss = rung.kind === 'exit' && rung.r?.lt(0);
      return (
        <span
          key={rung.name}
          style={{ top: rung.labelY }}
          className={classNames(
            'absolute inset-x-0 flex -translate-y-1/2 items-baseline justify-between gap-1.5 leading-none whitespace-nowrap',
            glide,
          )}
        >
          <span className={classNames('relative font-semibold', nameColours[rung.kind])}>
            {(renderName ?? asText)(rung.name, levelNames[rung.name])}
            {rung.movedFrom && (
              // Below the name: beside it, it would push R out of a phone's card.
              <span
                aria-hidden="true"
                className="absolute top-full left-0 mt-px text-2xs font-normal text-muted"
              >
                moved
              </span>
            )}
          </span>
          {r && (
            <span
              aria-hidden={!renderName}
              className={
                rung.kind === 'invalidation'
                  ? 'text-muted'
                  : classNames('text-base font-bold', loss && 'text-negative', isInvalidated && 'text-muted')
              }
            >
              {(renderName ?? asText)('r', r, rungs.slice(0, index).some(formatRungR))}
            </span>
          )}
        </span>
      );
    })}
  </div>
);

/** The axis without levels. */
const EmptyAxis = ({ height }: { height: number }) => (
  <div style={{ height }} className="grid place-content-center justify-items-center gap-5 text-center">
    <svg width="120" height="116" viewBox="0 0 120 116" aria-hidden="true" fill="none">
      <path
        d="M8 10H112M8 42H112M8 74H112M8 106H112"
        className="stroke-line"
        strokeDasharray="3 7"
        strokeLinecap="round"
      />
      <rect x="45.5" y="10.5" width="29" height="95" rx="9" className="fill-line/40 stroke-line" />
      <path d="M37 74H83" className="stroke-info" strokeWidth="2" strokeLinecap="round" />
    </svg>
    <p className="max-w-[24ch] text-sm text-balance text-faint">Enter levels to see the ladder</p>
  </div>
);

/**
 * The levels of an idea to scale on one axis. Sizes are pixels: at smaller widths only the columns beside the axis shrink.
 */
export const LevelLadder = ({
  levels,
  plan = levels,
  pair,
  isInvalidated = false,
  compact = false,
  hasPrice = false,
  renderName,
}: {
  levels: LadderLevels;
  /** The levels that R is computed with; the current ones by default. */
  plan?: LadderLevels;
  pair: string;
  isInvalidated?: boolean;
  compact?: boolean;
  /** Shows the newest price of the pair, where there is one. */
  hasPrice?: boolean;
  renderName?: RenderName;
}) => {
  const phone = useMedia(PHONE);
  const short = useMedia(SHORT_PHONE);
  const asRows = useLargeFont();
  const size = compact ? sizes.compact : short ? sizes.shortPhone : phone ? sizes.phone : sizes.full;
  const layout = layoutLadder(levels, size, plan);
  const error = explainMissingR(layout.scale, plan.order_type);
  const image = { role: 'img', 'aria-label': describeLadder(layout, plan, pair, isInvalidated) };
  return (
    // An invalid idea keeps the colour of the invalidation level; everything else is grey.
    <figure
      // Another size is another element: Chromium does not pass a container's new height on to a grid around it.
      key={size.height}
      className={classNames(
        '@container mx-auto max-w-md',
        isInvalidated && '[--color-info:var(--color-muted)] [--color-positive:var(--color-muted)]',
      )}
    >
      <figcaption
        aria-hidden={!renderName}
        className="mb-2 flex flex-wrap items-baseline justify-between gap-3"
      >
        <span className="text-sm text-muted">{(renderName ?? asText)('risk-reward', 'Risk/reward')}</span>
        <span aria-hidden="true" className="text-2xl leading-none font-semibold tracking-tight">
          {formatRiskReward(plan) ?? '–'}
        </span>
      </figcaption>
      {error && (
        <p aria-hidden="true" className="mb-3 flex gap-2 text-sm text-pretty">
          <Icon name="warning" size={18} className="mt-px text-negative" />
          {error}
        </p>
      )}
      {layout.rungs.length === 0 ? (
        <EmptyAxis height={size.height} />
      ) : asRows ? (
        <LevelRows rungs={layout.rungs} isInvalidated={isInvalidated} renderName={renderName} />
      ) : (
        <div
          {...(!renderName && image)}
          style={{ height: size.height }}
          className="relative grid grid-cols-[auto_auto_minmax(0,1fr)] tabular-nums"
        >
          {/* An image must not contain buttons: then it is beside them. */}
          {renderName && <span {...image} className="pointer-events-none absolute inset-0" />}
          <Prices rungs={layout.rungs} isInvalidated={isInvalidated} />
          <div data-drawn className="relative">
            <LadderAxis layout={layout} height={size.height} up={levels.order_type === 'BUY'} />
            {hasPrice && <PriceMark pair={pair} layout={layout} />}
          </div>
          <Names rungs={layout.rungs} isInvalidated={isInvalidated} renderName={renderName} />
        </div>
      )}
      {hasPrice && <PriceLine pair={pair} levels={levels} plan={plan} />}
    </figure>
  );
};
