// Runs before the first paint and before the app's own files. The key is `storageKeys.theme` of
// web/shared/storage/storage-keys.ts; anything else in it means dark.
try {
  if (localStorage.getItem('theme') === 'light') {
    document.documentElement.dataset.theme = 'light';
    document.querySelector('meta[name=theme-color]').content = '#f6f4ef';
  }
} catch {
  // No access to storage: the default theme applies.
}

let stylesheetDelay = 500;
// Such errors do not bubble, so this listens in the capture phase.
addEventListener(
  'error',
  ({ target }) => {
    if (target.rel === 'stylesheet') {
      stylesheetDelay = Math.min(2 * stylesheetDelay, 30_000);
      setTimeout(() => target.replaceWith(target.cloneNode()), stylesheetDelay);
    }
    // The app cannot start without its first scripts. Its first render replaces this text.
    if (target.type === 'module') document.getElementById('start-failed').hidden = false;
  },
  true,
);
