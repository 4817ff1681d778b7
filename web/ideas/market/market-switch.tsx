import { type Market, markets } from '../../../contract/ideas/markets.ts';
import { SegmentedLinks } from '../../shared/ui/segmented.tsx';

/** Leads to the same page of the other market. */
export const MarketSwitch = ({
  market,
  toHref,
}: {
  market: Market;
  /** The address of this page in a market. */
  toHref: (market: Market) => string;
}) => (
  <SegmentedLinks
    label="Market"
    links={markets.map((name) => ({ label: name, href: toHref(name), current: name === market }))}
  />
);
