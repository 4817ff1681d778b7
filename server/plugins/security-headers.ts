import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** DESIGN §7. Nothing comes from another origin; no script or style stands in a page. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    mediaSrc: ["'self'", 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    workerSrc: ["'self'"],
    manifestSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};

/** HSTS only where TLS ends at our proxy: on plain http it would be ignored, on a shared host name it would hurt others. */
export const registerSecurityHeaders = async (
  app: FastifyInstance,
  { behindTls }: { behindTls: boolean },
) => {
  await app.register(helmet, {
    contentSecurityPolicy,
    hsts: behindTls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
};
