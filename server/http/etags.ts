import type { IncomingHttpHeaders } from 'node:http';

/** Whether the caller has this version (RFC 9110 §13.1.2). A proxy that compresses makes ETags weak. */
export const isNotModified = ({ headers }: { headers: IncomingHttpHeaders }, etag: string): boolean => {
  const known = headers['if-none-match'];
  if (known === undefined || known === etag) return known === etag;
  return known.split(',').some((one) => {
    const tag = one.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });
};
