import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Swagger UI sets inline styles; scripts follow the same policy as everywhere. */
const staticCSP =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** OpenAPI at /api/openapi.json and its documentation page at /api/docs, both generated from the contract. */
export const registerApiPage = async (app: FastifyInstance, { brand }: { brand: string }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand} API`,
        version: '1',
        description: `Educational trade ideas for Forex and Crypto.

Calls name their caller by \`Authorization: Bearer …\`, with the token of a session or a personal token (\`clk_…\`). People make
personal tokens in Account and security. A read-only one may call the routes that say "Personal tokens: read"; one that publishes
also those that say "Personal tokens: publish". Whatever logs out the other devices of a person ends their tokens.

\`/feeds/clk_….atom\` and \`/feeds/clk_….json\` are secret addresses of feeds, made and ended like tokens: whoever has one can read
the feed. Feeds change every five minutes at most.`,
      },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (document) =>
      document.schema?.hide
        ? { schema: document.schema, url: document.url }
        : jsonSchemaTransform(document as never),
  });
  // The page's own copies would be built on every call.
  app.addHook('onRoute', (route) => {
    if (/^\/api\/docs\/(json|yaml)$/.test(route.url))
      route.handler = (_request, reply) => reply.redirect('/api/openapi.json');
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP });
  let description: Buffer | undefined;
  const config = { limit: 'heavyRead' } as const;
  app.get('/api/openapi.json', { config, schema: { hide: true } }, (_request, reply) => {
    description ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(description);
  });
};
