// A minimal Node server, the lower bound for ours. Answers every GET with the same bytes, 304 for a known ETag, and
// streams what is sent to /publish at /stream. Gets the bytes from its parent (bare.ts).
import { createServer, type ServerResponse } from 'node:http';
import { SOCKET_BUFFER_BYTES } from '../server/live/live-stream.ts';

const ETAG = '"bare"';
const streams = new Set<ServerResponse>();

const openStream = (response: ServerResponse) => {
  response.chunkedEncoding = false;
  response.useChunkedEncodingByDefault = false;
  response.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' });
  response.write(': open\n\n');
  streams.add(response);
  response.on('close', () => streams.delete(response));
};

process.once('message', (text: string) => {
  const body = Buffer.from(text);
  const headers = { 'content-type': 'application/json', 'content-length': body.length, etag: ETAG };
  const server = createServer({ highWaterMark: SOCKET_BUFFER_BYTES }, (request, response) => {
    if (request.url === '/stream') openStream(response);
    else if (request.url === '/publish')
      request.setEncoding('utf8').on('data', (chunk: string) => {
        const frame = Buffer.from(`data: ${chunk}\n\n`);
        for (const stream of streams) stream.write(frame);
        response.end();
      });
    else if (request.headers['if-none-match'] === ETAG) response.writeHead(304, { etag: ETAG }).end();
    else response.writeHead(200, headers).end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address) process.send?.(address.port);
  });
});
process.on('disconnect', () => process.exit(0));
