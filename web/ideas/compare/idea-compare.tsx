import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSignedInUser } from '../../account/session/current-user.ts';
import type { TermSlug } from '../../glossary/glossary.ts';
import { TermList } from '../../glossary/term-list.tsx';
import { useDocumentEvent } from '../../shared/hooks/use-document-event.ts';
import { useMedia } from '../../shared/hooks/use-media.ts';
import { markSeen } from '../reading/reading-store.ts';
import type { CompareProps } from './compare-cells.tsx';
import { ComparePhone } from './compare-phone.tsx';
import { defaultSort, sortIdeas, toggleSort } from './compare-sort.ts';
import { CompareTable } from './compare-table.tsx';

/** The table needs this width. Below it, ideas are compact rows. */
const TABLE_WIDTH = '(min-width: 75rem)';

/** The words of the column headings, which sort when they are pressed. */
const columnTerms: readonly (readonly [title: string, TermSlug])[] = [
  ['Pair', 'pair'],
  ['Direction', 'orientation'],
  ['Leverage', 'leverage'],
  ['Exchange', 'exchange'],
  ['Time frame', 'time-frame'],
  ['Entry', 'entry'],
  ['Invalidation', 'invalidation'],
  ['Exits', 'exit'],
  ['R', 'r'],
  ['Pending', 'pending'],
  ['Invalid', 'invalid'],
];

/** The ideas of a market side by side, sortable. Selecting one opens its detail. */
const IdeaCompare = ({ ideas, onOpen }: Pick<CompareProps, 'ideas' | 'onOpen'>) => {
  const { id } = useSignedInUser();
  const [sort, setSort] = useState(defaultSort);
  const sorted = useMemo(() => sortIdeas(ideas, sort), [ideas, sort]);
  const isWide = useMedia(TABLE_WIDTH);
  // The comparison shows every idea at once, so all of them count as seen.
  const markAllSeen = useCallback(() => {
    const ids = ideas.map((idea) => idea.id);
    if (!document.hidden) markSeen(id, ids);
  }, [id, ideas]);
  useEffect(markAllSeen, [markAllSeen]);
  useDocumentEvent('visibilitychange', markAllSeen);
  const View = isWide ? CompareTable : ComparePhone;
  return (
    <div className="column">
      <TermList terms={columnTerms} className="mb-3" />
      <View ideas={sorted} sort={sort} onSort={(by) => setSort(toggleSort(sort, by))} onOpen={onOpen} />
    </div>
  );
};

export default IdeaCompare;
