import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { FailedState } from '../ui/failed-state.tsx';
import { showToast, type ToastMessage } from '../ui/toast.ts';
import { afterIdleMoment } from './deferred-import.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { importUntilLoaded, importWithRetry } from './import-with-retry.ts';

/**
 * Who waits for a part, which decides what its failure looks like:
 * - `page`: the person opened it. Retry in its place reloads, because a new release removes the old one's chunks.
 * - `content`: it is a part of a page or dialog. Retry in its place imports it again.
 * - `popup`: a press opens it. It has no place to show a failure, so a toast does, and the import is retried.
 * - `background`: nobody. It renders nothing, and the import is retried.
 * - `deferred`: nobody, and it starts in an idle moment after the page load.
 */
type Kind = 'page' | 'content' | 'popup' | 'background' | 'deferred';

type LazyPartOptions<P> = {
  kind?: Kind;
  /** Shown while the part loads. */
  fallback?: (props: P) => ReactNode;
};

const OFFLINE = { title: 'Not available offline', description: "Available when you're back online." };
const FAILED: ToastMessage = {
  title: "Couldn't load",
  description: 'Trying again. If nothing opens, reload the page.',
  tone: 'error',
};

/** Cached chunks have loaded by then. */
const OFFLINE_NOTICE_DELAY_MS = 700;

/**
 * The fallback of a part that somebody waits for: says so when it waits for the network. Until then a popup is marked as
 * opening: what is typed is meant for it.
 */
const Waiting = ({ kind, fallback }: { kind: Kind; fallback: ReactNode }) => {
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (navigator.onLine) return;
      setOffline(true);
      if (kind === 'popup') showToast({ ...OFFLINE, tone: 'error' });
    }, OFFLINE_NOTICE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [kind]);
  if (kind === 'popup')
    return (
      <>
        {fallback}
        {!isOffline && <i hidden data-opening />}
      </>
    );
  if (!isOffline) return fallback;
  return (
    <div role="status" className="px-4 py-12 text-center text-muted">
      <p className="text-lg font-semibold text-text">{OFFLINE.title}</p>
      <p>{OFFLINE.description}</p>
    </div>
  );
};

/** Shown instead of a page that could not load or render. */
export const FailedPage = () => (
  <div className="grid min-h-[60dvh] place-content-center">
    <FailedState
      title="Couldn't load this page"
      message="Check your connection and load the page again."
      onRetry={() => location.reload()}
    />
  </div>
);

type Part<P> = Required<Pick<LazyPartOptions<P>, 'kind'>> &
  LazyPartOptions<P> & {
    start: () => Promise<{ default: ComponentType<P> }>;
    /** Replaced by a Retry: React keeps the failed import of a lazy component for good. */
    component: LazyExoticComponent<ComponentType<P>>;
  };

/** A part with its loading state, error boundary and retry. */
const WithBoundary = <P extends object>({ part, props }: { part: Part<P>; props: P }) => {
  const [attempt, setAttempt] = useState(0);
  const { kind, component: Content } = part;
  const isAwaited = kind !== 'background' && kind !== 'deferred';
  const loading = part.fallback?.(props);
  const retry = () => {
    part.component = lazy(part.start);
    setAttempt(attempt + 1);
  };
  const failed = {
    page: <FailedPage />,
    content: <FailedState message="If Retry doesn't help, reload the page." onRetry={retry} />,
    popup: loading,
    background: null,
    deferred: null,
  };
  return (
    <ErrorBoundary key={attempt} fallback={failed[kind]}>
      <Suspense fallback={isAwaited ? <Waiting kind={kind} fallback={loading} /> : loading}>
        <Content {...props} />
      </Suspense>
    </ErrorBoundary>
  );
};

/**
 * The only way to make a component whose code loads later: a file that fails to load never breaks more than its part.
 * `preload` starts loading without showing anything.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  options: LazyPartOptions<P> = {},
) => {
  const { kind = 'content' } = options;
  const start = () => {
    if (kind === 'background') return importUntilLoaded(load);
    if (kind === 'deferred') return afterIdleMoment().then(() => importUntilLoaded(load));
    if (kind === 'popup') return importUntilLoaded(load, () => showToast(FAILED));
    return importWithRetry(load);
  };
  const part: Part<P> = { ...options, kind, start, component: lazy(start) };
  /** A failure is ignored: opening the part tries again. */
  const preload = (): void => void load().catch(() => undefined);
  return Object.assign((props: P) => <WithBoundary part={part} props={props} />, { preload });
};
