import { Button } from './button.tsx';
import { Drawing, loginShapes } from './drawing.tsx';

/** Something could not be loaded: a message and Retry (DESIGN §14). */
export const FailedState = ({
  title = "Couldn't load.",
  message,
  onRetry,
  busy = false,
}: {
  title?: string;
  message?: string;
  onRetry: () => void;
  busy?: boolean;
}) => (
  <div
    role="alert"
    className="mx-auto grid max-w-130 justify-items-center gap-2 px-4 py-12 text-center text-muted"
  >
    <span className="mb-2 grid size-14 place-items-center rounded-full bg-negative-wash text-negative">
      <Drawing shape={loginShapes.warning} size={26} />
    </span>
    <p className="text-lg font-semibold text-text">{title}</p>
    {message && <p className="text-pretty">{message}</p>}
    <Button className="mt-3" onClick={onRetry} busy={busy}>
      Retry
    </Button>
  </div>
);
