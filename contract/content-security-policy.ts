/**
 * DESIGN §7: nothing comes from another origin; no script or style stands in a page. `api` is the origin of the API where
 * the web app is hosted apart from it (SPEC §7): it may be called, and its media shown, and nothing else.
 */
export const contentSecurityPolicy = (api?: string): Record<string, string> => {
  const apart = api === undefined ? '' : ` ${api}`;
  return {
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': `'self' data: blob:${apart}`,
    'media-src': `'self' blob:${apart}`,
    'font-src': "'self'",
    'connect-src': `'self'${apart}`,
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
};

/** The policy as its header says it. */
export const policyText = (policy: Record<string, string>): string =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
