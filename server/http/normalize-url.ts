/** What a path that cannot be decoded ends with. */
export const MALFORMED_PATH = '/malformed-path';

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * A request's URL with one slash at its start. A path that cannot be decoded becomes one that does not exist: Fastify
 * would answer it without our error format and headers.
 */
export const normalizeUrl = (url: string): string => {
  const single = url.replace(/^\/{2,}/, '/');
  const [path = '/'] = single.split('?', 1);
  if (!path.includes('%') || isDecodable(path)) return single;
  const [, first = ''] = path.split('/');
  return isDecodable(first) ? `/${first}${MALFORMED_PATH}` : MALFORMED_PATH;
};
