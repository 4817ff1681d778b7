import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** What requests under way get when the server stops; `main.ts` waits a little longer than this. */
const GRACE_PERIOD_MS = 1_500;

/**
 * Lets a stopping server end soon: requests under way are answered, and the connections it would wait for in vain are
 * closed. Node closes those that are idle between two requests by itself, but not those that browsers open ahead and
 * never use, nor those that never finish.
 */
export const registerGracefulShutdown = (app: FastifyInstance): void => {
  const openSockets = new Set<Socket>();
  const forget = function (this: Socket) {
    openSockets.delete(this);
  };
  app.server.on('connection', (socket) => openSockets.add(socket.on('close', forget)));
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    // A connection ends with the answer it is waiting for.
    app.server.keepAliveTimeout = 1;
    for (const socket of openSockets) if (socket.bytesRead === 0) socket.destroy();
    timer = setTimeout(() => app.server.closeAllConnections(), GRACE_PERIOD_MS);
  });
  app.addHook('onClose', async () => clearTimeout(timer));
};
