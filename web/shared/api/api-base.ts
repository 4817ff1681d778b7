/**
 * The API's origin: empty for the page's own server, VITE_API_BASE when the web app is hosted apart (SPEC §7).
 */
export const API_BASE: string = import.meta.env.VITE_API_BASE ?? '';

/** The URL of an API path or of a stored file. Other URLs (links, previews) stay unchanged. */
export const apiUrl = (path: string): string => (path.startsWith('/') ? API_BASE + path : path);
