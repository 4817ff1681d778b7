import { Component, type ReactNode } from 'react';
import { logFailure } from '../shared/log-failure.ts';
import { FailedState } from '../shared/ui/failed-state.tsx';

/**
 * Error boundary of a page that could not load or render. After a release the previous release's chunks are gone from the
 * server, and a reload fetches the new ones.
 */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(failure: unknown) {
    logFailure('screen', failure);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="grid min-h-[60dvh] place-content-center">
        <FailedState
          title="Couldn't load this page"
          message="Check your connection and load the page again."
          onRetry={() => location.reload()}
        />
      </div>
    );
  }
}
