/**
 * DESIGN §7: nothing loads from another origin, and pages have no inline scripts or styles. `api` is the API's origin
 * when the web app is hosted separately (SPEC §7): it may be called and its media shown, nothing else.
 */
export const contentSecurityPolicy = (api?: string): Record<string, string> => {
  const apiSource = api === undefined ? '' : ` ${api}`;
  return {
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': `'self' data: blob:${apiSource}`,
    'media-src': `'self' blob:${apiSource}`,
    'font-src': "'self'",
    'connect-src': `'self'${apiSource}`,
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
};

/** The value of the Content-Security-Policy header. */
export const serializePolicy = (policy: Record<string, string>): string =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
