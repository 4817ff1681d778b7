import { Suspense } from 'react';
import { Router } from 'wouter';
import { later } from '../lib/after-load.ts';
import { Toasts } from '../ui/toast.tsx';
import { Routes } from './routes.tsx';

const LateParts = later(() => import('./late-parts.tsx'));

export const App = () => (
  <Router>
    <Routes />
    <Toasts />
    <Suspense>
      <LateParts />
    </Suspense>
  </Router>
);
