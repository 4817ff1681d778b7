import { Router } from 'wouter';
import { ErrorBoundary } from '../shared/loading/error-boundary.tsx';
import { FailedPage, lazyPart } from '../shared/loading/lazy-part.tsx';
import { Toasts } from '../shared/ui/toasts.tsx';
import { Routes } from './router.tsx';

const LateParts = lazyPart(() => import('./deferred-ui.tsx'), { kind: 'deferred' });

export const App = () => (
  <Router>
    <ErrorBoundary fallback={<FailedPage />}>
      <Routes />
    </ErrorBoundary>
    <Toasts />
    <LateParts />
  </Router>
);
