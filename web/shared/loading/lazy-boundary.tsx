import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { logFailure } from '../log-failure.ts';
import { showToast } from '../ui/toast.tsx';
import { importWithRetry } from './import-with-retry.ts';

/** React's `lazy` with retries. Use it inside a `LazyBoundary`. */
export const lazyWithRetry = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(() => importWithRetry(load));

/** Cached chunks have loaded by then. */
const OFFLINE_NOTICE_DELAY_MS = 700;

const OfflineNotice = ({ children }: { children: ReactNode }) => {
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!navigator.onLine)
        showToast({
          title: 'Not available offline',
          description: "Available when you're back online.",
          tone: 'error',
        });
    }, OFFLINE_NOTICE_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return children;
};

type LazyBoundaryProps = {
  children: ReactNode;
  /** Shown while the part loads. */
  fallback?: ReactNode;
  /** Shown when the part cannot be loaded, for example because a new release removed it. */
  fallbackOnError?: ReactNode;
  /** The person asked for this part: a toast says why it does not appear. */
  isRequested?: boolean;
};

/** Suspense and error boundary of a lazy part: its failure does not break the page. */
export class LazyBoundary extends Component<LazyBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(failure: unknown) {
    logFailure('part', failure);
    if (this.props.isRequested)
      showToast({ title: "Couldn't load", description: 'Load the page again.', tone: 'error' });
  }

  override render() {
    const { children, fallback = null, fallbackOnError = null, isRequested = false } = this.props;
    if (this.state.hasFailed) return fallbackOnError;
    return (
      <Suspense fallback={isRequested ? <OfflineNotice>{fallback}</OfflineNotice> : fallback}>
        {children}
      </Suspense>
    );
  }
}
