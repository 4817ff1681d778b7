import { Suspense } from 'react';
import { Router } from 'wouter';
import { lazyAfterPageLoad } from '../shared/loading/deferred-import.ts';
import { Toasts } from '../shared/ui/toast.tsx';
import { Routes } from './router.tsx';

const LateParts = lazyAfterPageLoad(() => import('./deferred-ui.tsx'));

export const App = () => (
  <Router>
    <Routes />
    <Toasts />
    <Suspense>
      <LateParts />
    </Suspense>
  </Router>
);
