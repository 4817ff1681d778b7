import { live } from '../../contract/live-events.ts';
import type { Deps } from '../deps.ts';
import { type ContractApp, SENT } from '../http/contract-routes.ts';

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // nginx would hold events back; the stream ends with the connection, so no chunk framing is needed for each event.
  'x-accel-buffering': 'no',
  connection: 'close',
};

export const liveRoutes = (app: ContractApp, { hub }: Deps): void => {
  app.handle(live, async ({ viewer, query, headers, request, reply }): Promise<typeof SENT> => {
    // Fastify answers HEAD by the handler of GET: the head alone, then, and no stream that never ends.
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
    // Read, and of no more use: a stream that is open for hours need not hold its request's head, nor the token in it.
    request.raw.headers = {};
    request.raw.rawHeaders = [];
    return SENT;
  });
};
