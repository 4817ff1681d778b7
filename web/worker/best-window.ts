type Tab = { readonly url: string; readonly focused: boolean; readonly visibilityState: string };

/** The open window a notice leads to: the one on that very page, else the one in hand, in sight, or any. */
export const bestWindow = <T extends Tab>(windows: readonly T[], href: string): T | undefined =>
  windows.find(({ url }) => url === href) ??
  windows.find(({ focused }) => focused) ??
  windows.find(({ visibilityState }) => visibilityState === 'visible') ??
  windows[0];

/** A path of this site as an address; anything else leads to its first page. */
export const ownAddress = (path: unknown, origin: string): URL => {
  const home = new URL('/', origin);
  try {
    const url = new URL(typeof path === 'string' ? path : '/', origin);
    return url.origin === origin ? url : home;
  } catch {
    return home;
  }
};
