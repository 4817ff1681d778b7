/**
 * Requests per person, or per network (an IPv4 address, an IPv6 /64) where there is no session. A token bucket: `burst`
 * requests at once, `perMinute` in the long run. High enough that no person meets a limit, nor an office behind one
 * address.
 */
export const rateLimits = {
  read: { burst: 600, perMinute: 3_000 },
  write: { burst: 60, perMinute: 120 },
  /** New ideas: each goes to every stream and notifies. */
  publication: { burst: 20, perMinute: 20 },
  /** Changes of one idea: each goes to every stream, and one of a status may notify. */
  ideaChange: { burst: 20, perMinute: 20 },
  /** Judging and hashing a password takes a tenth of a second. */
  password: { burst: 10, perMinute: 5 },
  /** Links of mails: an office may open its invitations at once; nobody guesses 256 bits. */
  link: { burst: 60, perMinute: 30 },
  upload: { burst: 30, perMinute: 10 },
  stream: { burst: 60, perMinute: 60 },
  publicRead: { burst: 12_000, perMinute: 60_000 },
  publicWrite: { burst: 300, perMinute: 600 },
  /** Pages of megabytes: 10,000 ideas are some fifty. */
  heavyRead: { burst: 60, perMinute: 60 },
  /** A record of a thousand ideas has half a megabyte; a class may open a link at once. */
  publicRecord: { burst: 300, perMinute: 300 },
  /** One feed address: its readers should wait five minutes. */
  feed: { burst: 30, perMinute: 6 },
  /** The web app's files and the API page: a hundred browsers of an office may open at once. */
  file: { burst: 6_000, perMinute: 6_000 },
  /** Paths that do not exist. */
  unknown: { burst: 120, perMinute: 60 },
  /** A device renews every few months; many may share a router's address. */
  renewal: { burst: 30, perMinute: 3 },
} as const;
export type RateLimitName = keyof typeof rateLimits;

/** The part of a route that decides its limit. */
type LimitedRoute = { limit?: RateLimitName; upload?: true; access: string; method: string };

export const getRateLimit = ({ limit, upload, access, method }: LimitedRoute): RateLimitName => {
  if (limit) return limit;
  if (upload) return 'upload';
  if (access === 'public' || access === 'metrics') return method === 'GET' ? 'publicRead' : 'publicWrite';
  return method === 'GET' ? 'read' : 'write';
};
