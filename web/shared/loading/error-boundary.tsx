import { Component, type ReactNode } from 'react';
import { logFailure } from '../log-failure.ts';

/** Shows `fallback` instead of children that failed to load or to render. */
export class ErrorBoundary extends Component<
  { fallback: ReactNode; children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(failure: unknown) {
    logFailure('part', failure);
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
