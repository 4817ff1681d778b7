import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { runWithoutOverlay } from './overlay-history.ts';
import { TextInput } from './text-input.tsx';

const DEBOUNCE_MS = 250;

/** Searches while typing, debounced. A change from elsewhere, such as Back, replaces the typed text. */
export const SearchField = ({
  label,
  value = '',
  onSearch,
  ...rest
}: Pick<ComponentProps<typeof TextInput>, 'maxLength' | 'autoCapitalize'> & {
  label: string;
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
}) => {
  const [{ typed, known }, set] = useState({ typed: value, known: value });
  if (known !== value) set({ typed: typed.trim() === value ? typed : value, known: value });

  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (typed.trim() === value) return;
    let cancel: (() => void) | undefined;
    const search = () => {
      cancel = runWithoutOverlay(() => onSearch(typed.trim() || undefined));
    };
    const timer = setTimeout(search, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      cancel?.();
    };
  }, [typed, value, onSearch]);

  return (
    <div className="relative">
      <TextInput
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        {...rest}
        value={typed}
        onChange={(event) => set({ typed: event.target.value, known: value })}
        className="pr-11 [&::-webkit-search-cancel-button]:hidden"
      />
      {typed && (
        <IconButton
          icon="x"
          label="Clear search"
          onClick={() => {
            set({ typed: '', known: value });
            onSearch(undefined);
            field.current?.focus();
          }}
          className="absolute! inset-y-0 right-0 my-auto"
        />
      )}
    </div>
  );
};
