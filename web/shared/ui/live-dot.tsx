import type { LiveState } from '../live/live-state.ts';
import { classNames } from './class-names.ts';

/** SPEC §4's connected or not connected, as a dot and a word. */
export const LiveDot = ({ state }: { state: LiveState }) => {
  const connected = state === 'connected';
  return (
    <span role="status" className="inline-flex items-center gap-2.5 text-xs font-medium text-muted">
      <span
        className={classNames(
          'size-2 rounded-full',
          connected
            ? 'bg-rise shadow-[0_0_0_4px_var(--rise-wash)]'
            : 'animate-breathe bg-dawn shadow-[0_0_0_4px_var(--dawn-wash)]',
        )}
      />
      {connected ? (
        'Live'
      ) : navigator.onLine ? (
        // A narrow phone has no room for the word beside its buttons.
        <span className="max-xs:sr-only">Reconnecting</span>
      ) : (
        'Offline'
      )}
    </span>
  );
};
