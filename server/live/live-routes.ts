import { live } from '../../contract/live-events.ts';
import { type ContractApp, SENT } from '../http/contract-routes.ts';
import type { LiveHub } from './live-hub.ts';

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Stops nginx from buffering events. The stream ends with the connection, so events need no chunk framing.
  'x-accel-buffering': 'no',
  connection: 'close',
};

export const liveRoutes = (app: ContractApp, { hub }: { hub: LiveHub }): void => {
  app.handle(live, async ({ viewer, query, headers, request, reply }): Promise<typeof SENT> => {
    // Fastify also routes HEAD here: send only the headers instead of an endless stream.
    if (request.method === 'HEAD') {
      reply.headers(STREAM_HEADERS).send();
      return SENT;
    }
    const response = reply.raw;
    const lastEventId = headers['last-event-id'] ?? query.last_event_id;
    await hub.open(response, viewer, lastEventId, () => {
      reply.hijack();
      response.chunkedEncoding = false;
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...STREAM_HEADERS });
    });
    // Frees the request headers, including the token: a stream stays open for hours.
    request.raw.headers = {};
    request.raw.rawHeaders = [];
    return SENT;
  });
};
