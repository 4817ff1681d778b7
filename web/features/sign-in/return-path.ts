import { paths } from '../../shared/paths.ts';

const PARAMETER = 'from';

/** The login's address, remembering the page one came for. */
export const loginFor = (page: string): string =>
  `${paths.customerLogin}?${PARAMETER}=${encodeURIComponent(page)}`;

/**
 * The page of this very origin that `search` remembers, or null. Whatever names another site ("//evil.example",
 * "https:...", "\\evil") is no page of ours.
 */
export const returnPath = (search: string, origin: string): string | null => {
  const page = new URLSearchParams(search).get(PARAMETER);
  if (!page?.startsWith('/')) return null;
  const url = URL.canParse(page, origin) ? new URL(page, origin) : null;
  return url?.origin === origin ? url.pathname + url.search + url.hash : null;
};
