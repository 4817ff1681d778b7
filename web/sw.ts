import { openFromNotices } from './worker/click.ts';
import { keepReadImages } from './worker/images.ts';
import { showPushes } from './worker/push.ts';
import { renewSubscriptions } from './worker/renewal.ts';
import { keepShell } from './worker/shell.ts';
import { answerPages } from './worker/updates.ts';

/**
 * The service worker (docs/decisions/0061): the app's page and scripts without a network, and pushes. Calls of the API
 * pass it by untouched.
 */
declare const self: ServiceWorkerGlobalScope;

keepShell(self);
keepReadImages();
answerPages(self);
showPushes(self);
openFromNotices(self);
renewSubscriptions(self);
