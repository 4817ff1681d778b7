import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { logFailure } from '../log-failure.ts';
import { showToast } from '../ui/toast.tsx';
import { importWithRetry } from './import-with-retry.ts';

/** A part of a screen whose code is loaded when it is first drawn, without a network when there is one. Inside a `Late`. */
export const lazyWithRetry = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(() => importWithRetry(load));

/** By then the service worker has brought what it keeps. */
const OFFLINE_NOTICE_DELAY_MS = 700;

const OfflineNotice = ({ children }: { children: ReactNode }) => {
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!navigator.onLine)
        showToast({
          title: 'Not available offline',
          description: "Available when you're back online.",
          tone: 'fall',
        });
    }, OFFLINE_NOTICE_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return children;
};

type LazyBoundaryProps = {
  children: ReactNode;
  /** In its place until it is there. */
  fallback?: ReactNode;
  /** In its place where it cannot be loaded at all: a new release has taken the old one's parts away. */
  failed?: ReactNode;
  /** Somebody pressed for it: they are told why nothing comes. */
  isRequested?: boolean;
};

/** Around a part that is loaded late. A screen does not go down with one of its parts. */
export class LazyBoundary extends Component<LazyBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(failure: unknown) {
    logFailure('part', failure);
    if (this.props.isRequested)
      showToast({ title: "Couldn't load", description: 'Load the page again.', tone: 'fall' });
  }

  override render() {
    const { children, fallback = null, failed = null, isRequested = false } = this.props;
    if (this.state.hasFailed) return failed;
    return (
      <Suspense fallback={isRequested ? <OfflineNotice>{fallback}</OfflineNotice> : fallback}>
        {children}
      </Suspense>
    );
  }
}
