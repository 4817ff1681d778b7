/** How long after the page load deferred parts start, so that they do not compete with its content. */
export const DEFER_MS = 2_500;

const waitForPageLoad = (): Promise<void> =>
  new Promise((resolve) => {
    if (!navigator.onLine) return resolve();
    const rest = () => setTimeout(resolve, DEFER_MS);
    if (document.readyState === 'complete') rest();
    else window.addEventListener('load', rest, { once: true });
    window.addEventListener('offline', () => resolve(), { once: true });
  });

let pageLoaded: Promise<void> | undefined;

/** Resolves `DEFER_MS` after the page load; at once when offline. */
export const afterPageLoad = (): Promise<void> => {
  pageLoaded ??= waitForPageLoad();
  return pageLoaded;
};
