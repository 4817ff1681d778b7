/**
 * Where the API is: the page's own server, unless this app was built to be hosted apart from it (SPEC §7), with its
 * origin in VITE_API_BASE.
 */
export const API_BASE: string = import.meta.env.VITE_API_BASE ?? '';

/** A path of the API, or of a file it keeps, as an address. Others (links, previews) stay as they are. */
export const apiUrl = (path: string): string => (path.startsWith('/') ? API_BASE + path : path);
