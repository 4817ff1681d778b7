import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { formatCsvLine } from '../../contract/shared/csv.ts';
import { capitalise } from '../../contract/shared/text.ts';
import { Button } from '../shared/ui/button.tsx';
import { cardClass } from '../shared/ui/card-class.ts';
import { CopyButton } from '../shared/ui/copy-button.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { focusOnMount } from '../shared/ui/focus-region.ts';
import { NextPage } from '../shared/ui/next-page.tsx';
import { Notice } from '../shared/ui/notice.tsx';
import { PendingQuery } from '../shared/ui/pending-query.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';

export const listClass = `${cardClass} divide-y divide-line-soft px-4 sm:px-5`;

/** Stands where the content of a tab will be. */
export const PendingTab = (props: Omit<ComponentProps<typeof PendingQuery>, 'label' | 'children'>) => (
  <PendingQuery {...props} label="Loading">
    <Skeleton className="h-80 rounded-l" />
  </PendingQuery>
);

const tones = {
  positive: 'bg-positive-wash text-positive',
  accent: 'bg-accent-wash text-accent',
  negative: 'bg-negative-wash text-negative',
};
export type Tone = keyof typeof tones;

export const Chip = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={`inline-block rounded-full px-2.5 py-0.5 text-xs font-semibold ${tones[tone]}`}>
    {capitalise(children)}
  </span>
);

/** A list that loads page by page. */
export const PagedList = <Row extends { id: string }>({
  query,
  label,
  failure,
  empty,
  renderRow,
}: {
  query: UseInfiniteQueryResult<Row[]>;
  label: string;
  failure: string;
  /** Said when there is no row. */
  empty: string;
  renderRow: (row: Row) => ReactNode;
}) => {
  const { data: rows } = query;
  const list = useRef<HTMLUListElement>(null);
  if (!rows) return <PendingTab query={query} failure={failure} />;
  if (rows.length === 0) return <EmptyState title={empty}>Try another search or filter.</EmptyState>;
  return (
    <>
      <ul ref={list} aria-label={label} aria-busy={query.isPlaceholderData} className={listClass}>
        {rows.map((row) => (
          // Focused when loaded by "More".
          <li key={row.id} tabIndex={-1} className="py-3.5">
            {renderRow(row)}
          </li>
        ))}
      </ul>
      <NextPage query={query} list={list} label="More" failure={failure} />
    </>
  );
};

export type Secret = { label: string; text: string };

/** One as it is, several as a CSV file. */
const formatSecrets = (secrets: readonly Secret[]): string =>
  secrets.length === 1
    ? (secrets[0]?.text ?? '')
    : secrets.map(({ label, text }) => formatCsvLine([label, text])).join('\n');

/** What the server does not tell again: links by address, or a key. */
export const Secrets = ({
  title,
  secrets,
  onDone,
}: {
  title: string;
  secrets: readonly Secret[];
  onDone: () => void;
}) => (
  <div ref={focusOnMount} tabIndex={-1} className="mb-5 scroll-mt-4 outline-none">
    <Notice tone="accent" title={title} alert>
      <ul className="mt-2 grid gap-3">
        {secrets.map(({ label, text }) => (
          <li key={label} className="grid gap-1 wrap-anywhere">
            <bdi>{label}</bdi>
            <code>{text}</code>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton label={secrets.length === 1 ? 'Copy' : 'Copy all'} text={formatSecrets(secrets)} />
        <Button variant="primary" size="s" onClick={onDone}>
          I have saved {secrets.length === 1 ? 'it' : 'them'}
        </Button>
      </div>
    </Notice>
  </div>
);
