import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { restoreSession } from './account/session/restore-session.ts';
import { resumeSignOut } from './account/session/session.ts';
import { App } from './app/app.tsx';
import { loadConfig } from './shared/api/config.ts';
import { captureInstallPrompt } from './shared/pwa/install-prompt.ts';
import { followTheme } from './shared/theme.ts';
import { leaveOverlayEntries } from './shared/ui/overlay-entries.ts';

followTheme();
captureInstallPrompt();
restoreSession();
void resumeSignOut();
void loadConfig();
// The app does it (app/scroll-restoration.ts).
history.scrollRestoration = 'manual';
leaveOverlayEntries();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
