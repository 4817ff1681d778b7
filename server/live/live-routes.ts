import type { ServerResponse } from 'node:http';
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

const ignoreError = () => undefined;

/**
 * Replaces the listener with which Fastify waits for the end of the response, the same function for both events. It would
 * hold the parsed request with its token, the reply and a logger for hours: 1.1 kB of each stream. An ended stream may be
 * written to until it is closed, which is an error that needs a listener.
 */
const replaceFastifyListener = (response: ServerResponse): void => {
  for (const listener of response.listeners('error') as (() => void)[])
    response.off('error', listener).off('finish', listener);
  response.on('error', ignoreError);
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
      replaceFastifyListener(response);
      response.chunkedEncoding = false;
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...STREAM_HEADERS });
    });
    // Node's own copy of the headers, and so of the token.
    request.raw.headers = {};
    request.raw.rawHeaders = [];
    return SENT;
  });
};
