import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Market } from '../../contract/ideas/markets.ts';
import {
  indexAfterChange,
  readCard,
  storeCard,
  useReadIdea,
  useStepKeys,
} from '../ideas/carousel/use-carousel.ts';
import { DetailLevels } from '../ideas/detail/detail-levels.tsx';
import { PositionCalculator } from '../ideas/detail/position-calculator.tsx';
import type { DetailSection, Idea } from '../ideas/idea-model.ts';
import { CustomerIdeaCard } from '../ideas/market/customer-idea-card.tsx';
import { IdeaList } from '../ideas/market/idea-list.tsx';
import { useSeenIds } from '../ideas/reading/use-unseen.ts';
import { useShortcuts } from '../shared/hooks/use-shortcuts.ts';

/** The selected idea of a list that changes while it is read. */
const useSelection = (current: readonly Idea[], listKey: string) => {
  const { allIdeas: ideas, left, onSettle } = useReadIdea(current, listKey);
  const ids = useMemo(() => ideas.map(({ id }) => id), [ideas]);
  const [place, setPlace] = useState(() => ({ ids, id: ids.find((id) => id === readCard()) ?? ids[0] }));
  const index = indexAfterChange(place.ids, ids, place.id);
  const id = ids[index];
  const select = (next: string | undefined) => setPlace({ ids, id: next });
  useLayoutEffect(() => {
    setPlace({ ids, id });
    onSettle(id);
  }, [ids, id, onSettle]);
  useEffect(() => storeCard(id), [id]);
  const step = (by: -1 | 1) => select(ids[(index + by + ids.length) % ids.length]);
  return { ideas, left, index, select, step };
};

export type ListedMarket = {
  market: Market;
  ideas: readonly Idea[];
  filterKey: string;
  empty: ReactNode;
  open: (idea: Idea, section?: DetailSection) => void;
};

/**
 * On a wide screen: all ideas beside the selected one, with its prices to copy and the calculator. Like the comparison it
 * shows every idea, so a toast announces new ones.
 */
const MarketList = ({ view: { market, open, ...view } }: { view: ListedMarket }) => {
  const known = useSeenIds();
  const { ideas, left, index, select, step } = useSelection(view.ideas, view.filterKey);
  const pane = useRef<HTMLDivElement>(null);
  const idea = ideas[index];
  useStepKeys(step);
  useShortcuts(['Enter'], () => idea && open(idea));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another idea is read from its top.
  useEffect(() => {
    if (pane.current && pane.current.getBoundingClientRect().top < 0) pane.current.scrollIntoView();
  }, [idea?.id]);
  if (!idea) return view.empty;
  return (
    <div className="column grid grid-cols-[24rem_minmax(0,1fr)] items-start gap-6">
      <p role="status" className="sr-only">{`${idea.pair}, ${index + 1} of ${ideas.length}`}</p>
      <IdeaList
        label={`${market} trade ideas`}
        ideas={ideas}
        selectedId={idea.id}
        known={known}
        onSelect={select}
        onStep={step}
      />
      <div ref={pane} className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <CustomerIdeaCard key={idea.id} idea={idea} shown hasLeft={idea === left} onOpen={open} />
        <div className="grid grid-cols-2 items-start gap-6">
          <DetailLevels idea={idea} />
          <PositionCalculator key={idea.id} idea={idea} />
        </div>
      </div>
    </div>
  );
};

export default MarketList;
