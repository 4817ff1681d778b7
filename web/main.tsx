import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { Routes } from './app/router.tsx';
import { restoreSession } from './entities/session/restore-session.ts';
import { loadConfig } from './shared/api/config.ts';
import { lazyAfterPageLoad } from './shared/loading/deferred-import.ts';
import { captureInstallPrompt } from './shared/pwa/install-prompt.ts';
import { followTheme } from './shared/theme.ts';
import { Toasts } from './shared/ui/toast.tsx';

const LateParts = lazyAfterPageLoad(() => import('./app/deferred-ui.tsx'));

const App = () => (
  <Router>
    <Routes />
    <Toasts />
    <Suspense>
      <LateParts />
    </Suspense>
  </Router>
);

followTheme();
captureInstallPrompt();
restoreSession();
void loadConfig();
// SPEC §2: every route change scrolls to the top, also Back.
history.scrollRestoration = 'manual';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
