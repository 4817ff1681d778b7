import { useEffect, useRef, useState } from 'react';
import { MAX_PAIR } from '../../contract/ideas/ideas.ts';
import { IconButton } from '../shared/ui/icon-button.tsx';
import { runWithoutOverlay } from '../shared/ui/overlay-history.ts';
import { TextInput } from '../shared/ui/text-input.tsx';

const DEBOUNCE_MS = 250;

/** Searches pairs while typing, debounced. A change of the URL, such as Back, replaces the typed text. */
export const PairSearch = ({
  pair = '',
  onSearch,
}: {
  pair: string | undefined;
  onSearch: (pair: string | undefined) => void;
}) => {
  const [{ typed, known }, set] = useState({ typed: pair, known: pair });
  if (known !== pair) set({ typed: typed.trim() === pair ? typed : pair, known: pair });

  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (typed.trim() === pair) return;
    let cancel: (() => void) | undefined;
    const search = () => {
      cancel = runWithoutOverlay(() => onSearch(typed.trim() || undefined));
    };
    const timer = setTimeout(search, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      cancel?.();
    };
  }, [typed, pair, onSearch]);

  return (
    <div className="relative">
      <TextInput
        ref={field}
        type="search"
        aria-label="Search pairs"
        placeholder="Search pairs"
        maxLength={MAX_PAIR}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        value={typed}
        onChange={(event) => set({ typed: event.target.value, known: pair })}
        className="pr-11 [&::-webkit-search-cancel-button]:hidden"
      />
      {typed && (
        <IconButton
          icon="x"
          label="Clear search"
          onClick={() => {
            set({ typed: '', known: pair });
            onSearch(undefined);
            field.current?.focus();
          }}
          className="absolute! inset-y-0 right-0 my-auto"
        />
      )}
    </div>
  );
};
