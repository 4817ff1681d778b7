import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { Routes } from './app/router.tsx';
import { restoreSession } from './entities/session/restore-session.ts';
import { loadConfig } from './shared/api/config.ts';
import { watchPresses } from './shared/hooks/use-page-heading.ts';
import { ErrorBoundary } from './shared/loading/error-boundary.tsx';
import { captureInstallPrompt } from './shared/pwa/install-prompt.ts';
import { followTheme } from './shared/theme.ts';
import { FailedPage, lazyPart } from './shared/ui/lazy-part.tsx';
import { aroundNav, leaveOverlayEntries } from './shared/ui/overlay-entries.ts';
import { Toasts } from './shared/ui/toasts.tsx';

const DeferredUi = lazyPart(() => import('./app/deferred-ui.tsx'), { kind: 'deferred' });

const App = () => (
  <Router aroundNav={aroundNav}>
    <ErrorBoundary fallback={<FailedPage />}>
      <Routes />
    </ErrorBoundary>
    <Toasts />
    <DeferredUi />
  </Router>
);

followTheme();
captureInstallPrompt();
watchPresses();
restoreSession();
void loadConfig();
// SPEC §2: every route change scrolls to the top, also Back.
history.scrollRestoration = 'manual';
leaveOverlayEntries();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
