/**
 * A request's URL with one slash at its start. A path that cannot be decoded becomes one that does not exist: Fastify
 * would answer it without our error format and headers.
 */
export const normalizeUrl = (url: string): string => {
  const single = url.replace(/^\/{2,}/, '/');
  const [path = '/'] = single.split('?', 1);
  if (!path.includes('%')) return single;
  try {
    decodeURIComponent(path);
    return single;
  } catch {
    return path.startsWith('/api/') ? '/api/malformed-path' : '/malformed-path';
  }
};
