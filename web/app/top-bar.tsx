import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { LiveState } from '../live/live-state.ts';
import { classNames } from '../shared/ui/class-names.ts';
import { Mark } from '../shared/ui/mark.tsx';
import type { NavLink } from '../shared/ui/tab-bar.tsx';

/** SPEC §4's connection state as a dot and a word. */
const LiveDot = ({ state }: { state: LiveState }) => {
  const connected = state === 'connected';
  return (
    <span role="status" className="inline-flex items-center gap-2 text-xs font-medium text-muted xs:gap-2.5">
      <span
        className={classNames(
          'size-2 rounded-full',
          connected
            ? 'bg-positive shadow-[0_0_0_4px_var(--color-positive-wash)]'
            : 'animate-breathe bg-accent shadow-[0_0_0_4px_var(--color-accent-wash)]',
        )}
      />
      {connected ? (
        'Live'
      ) : navigator.onLine ? (
        // Narrow phones, and tablets with all links, have no room for the word.
        <span className="max-xs:sr-only md:max-lg:sr-only">Reconnecting</span>
      ) : (
        'Offline'
      )}
    </span>
  );
};

const navLook =
  'inline-flex h-11 items-center rounded-full px-2 font-medium text-muted lg:px-3.5 transition-colors duration-150 hover:text-text aria-[current=page]:bg-raised aria-[current=page]:text-text';

/** The header's layout on every signed-in page; the caller provides its content. */
export const TopBar = ({
  home,
  links,
  live,
  tools,
  children,
}: {
  home: string;
  links: readonly NavLink[];
  live: LiveState;
  /** For example the bell. */
  tools?: ReactNode;
  /** At the end: avatar menu, phone menu. */
  children?: ReactNode;
}) => (
  <header className="border-b border-line-soft">
    <div className="column flex min-h-16 min-[100rem]:[--column:1760px] items-center gap-2 sm:min-h-17">
      {/* Both sides have equal width, so that the links stay centred. With large text, the right side needs two rows. */}
      <div className="flex flex-1 max-[18rem]:flex-none">
        <Link href={home} className="inline-flex h-11 items-center rounded-s" aria-label="Chartlark, home">
          {/* Narrow phones, and tablets with all links, have no room for the name. */}
          <Mark className="max-xs:w-[28px] max-xs:overflow-hidden md:max-lg:w-[28px] md:max-lg:overflow-hidden" />
        </Link>
      </div>
      <nav aria-label="Main" className="hidden gap-1 md:flex">
        {links.map((link) => (
          <Link
            key={link.href}
            href={link.href}
            aria-current={link.current ? 'page' : undefined}
            className={navLook}
          >
            {link.label}
          </Link>
        ))}
      </nav>
      <div className="flex flex-1 items-center justify-end gap-1 max-[18rem]:flex-wrap">
        <span className="xs:mr-2 sm:mr-3">
          <LiveDot state={live} />
        </span>
        {tools}
        {children}
      </div>
    </div>
  </header>
);
