import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { restoreSession } from './features/auth/restore-session.ts';
import { loadConfig } from './lib/config.ts';
import { catchInstallOffer } from './lib/install-offer.ts';
import { followTheme } from './lib/theme.ts';

followTheme();
catchInstallOffer();
restoreSession();
void loadConfig();
// Every route change scrolls to the top (SPEC §2), also on the way back.
history.scrollRestoration = 'manual';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
