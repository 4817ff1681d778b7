import { paths } from '../../shared/paths.ts';

const PARAMETER = 'from';

/** The URL of the login, with the page to return to. */
export const createLoginPath = (page: string): string =>
  `${paths.customerLogin}?${PARAMETER}=${encodeURIComponent(page)}`;

/**
 * The page to return to, only on this origin, or null. Rejects URLs of other sites ("//evil.example",
 * "https:...", "\\evil"), which would be an open redirect.
 */
export const parseReturnPath = (search: string, origin: string): string | null => {
  const page = new URLSearchParams(search).get(PARAMETER);
  if (!page?.startsWith('/')) return null;
  const url = URL.canParse(page, origin) ? new URL(page, origin) : null;
  // "/.//evil.example" is on this origin, but its path would be read as another site.
  if (url?.origin !== origin || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
};
