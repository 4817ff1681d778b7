import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { restoreSession } from './entities/session/restore-session.ts';
import { loadConfig } from './shared/api/config.ts';
import { captureInstallPrompt } from './shared/pwa/install-prompt.ts';
import { followTheme } from './shared/theme.ts';

followTheme();
captureInstallPrompt();
restoreSession();
void loadConfig();
// Every route change scrolls to the top (SPEC §2), also on the way back.
history.scrollRestoration = 'manual';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
