import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { restoreSession } from './entities/session/restore-session.ts';
import { resumeSignOut } from './entities/session/session.ts';
import { loadConfig } from './shared/api/config.ts';
import { captureInstallPrompt } from './shared/pwa/install-prompt.ts';
import { followTheme } from './shared/theme.ts';
import { leaveOverlayEntries } from './shared/ui/overlay-entries.ts';

followTheme();
captureInstallPrompt();
restoreSession();
void resumeSignOut();
void loadConfig();
// SPEC §2: every route change scrolls to the top, also Back.
history.scrollRestoration = 'manual';
leaveOverlayEntries();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
