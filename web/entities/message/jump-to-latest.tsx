import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/icon.tsx';

/** A button for a reader who is not at the end: the number of new messages, and the way to them. */
export const JumpToLatest = ({ unread, onPress }: { unread: number; onPress: () => void }) => (
  <div
    className={classNames(
      'pointer-events-none absolute inset-x-0 bottom-3 flex',
      // Without new messages it stays at the side.
      unread > 0 ? 'justify-center' : 'justify-end',
    )}
  >
    <button
      type="button"
      onClick={onPress}
      aria-label={unread > 0 ? `${unread} new. Jump to latest` : 'Jump to latest'}
      className={classNames(
        'pointer-events-auto inline-flex h-11 animate-arrive items-center justify-center gap-2 rounded-full text-sm font-semibold shadow-float transition-[filter] duration-150 hover:brightness-110',
        unread > 0 ? 'bg-accent px-5 text-accent-ink' : 'w-11 bg-raised text-text',
      )}
    >
      {unread > 0 && `${unread} new`}
      <Icon name="down" size={18} />
    </button>
    <span role="status" className="sr-only">
      {unread > 0 ? `${unread} new` : ''}
    </span>
  </div>
);
