import { type KeyboardEvent, useRef } from 'react';
import { classNames } from './class-names.ts';

/** Where these keys lead in a row; it may be beyond its ends. */
export const findStep = (key: string, at: number, count: number): number | undefined =>
  ({ ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 })[key];

type Tab = { id: string; label: string };

const look =
  'relative rounded-[9px] px-3 text-sm font-medium text-muted transition-colors duration-150 hover:text-text focus-visible:outline-offset-1 aria-selected:bg-raised aria-selected:text-text aria-selected:shadow-[inset_0_0_0_1px_var(--color-line)] sm:px-4';

/** The ids that link a tab and its panel. */
export const tabId = (id: string) => `tab-${id}`;
export const panelId = (id: string) => `panel-${id}`;

/** Tabs by the ARIA pattern: arrow keys, Home and End. */
export const Tabs = ({
  label,
  tabs,
  selected,
  onSelect,
  className,
}: {
  label: string;
  tabs: readonly Tab[];
  selected: string | null;
  onSelect: (id: string) => void;
  className?: string;
}) => {
  const list = useRef<HTMLDivElement>(null);
  const at = tabs.findIndex(({ id }) => id === selected);
  const goTo = (index: number) => {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (!tab) return;
    onSelect(tab.id);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(tab.id))}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = findStep(event.key, at, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    goTo(next);
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={classNames(
        'flex flex-wrap gap-1 rounded-control border border-line bg-sunken p-1 *:min-h-9 *:min-w-max *:flex-1 pointer-coarse:*:min-h-11',
        className,
      )}
    >
      {tabs.map((tab) => {
        const isSelected = tab.id === selected;
        return (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={tabId(tab.id)}
            aria-selected={isSelected}
            // Only the selected tab's panel exists.
            aria-controls={isSelected ? panelId(tab.id) : undefined}
            tabIndex={isSelected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            className={look}
          >
            <bdi>{tab.label}</bdi>
          </button>
        );
      })}
    </div>
  );
};
