import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Time for open requests when the server stops; `main.ts` waits slightly longer. */
const GRACE_PERIOD_MS = 1_500;

/**
 * Graceful shutdown: open requests are answered, then their connections are closed. Node closes idle keep-alive
 * connections itself, but not those that browsers opened ahead and never used, nor requests that never finish.
 */
export const registerGracefulShutdown = (app: FastifyInstance): void => {
  const openSockets = new Set<Socket>();
  const removeSocket = function (this: Socket) {
    openSockets.delete(this);
  };
  app.server.on('connection', (socket) => openSockets.add(socket.on('close', removeSocket)));
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    // Closes each connection after its current response.
    app.server.keepAliveTimeout = 1;
    for (const socket of openSockets) if (socket.bytesRead === 0) socket.destroy();
    timer = setTimeout(() => app.server.closeAllConnections(), GRACE_PERIOD_MS);
  });
  app.addHook('onClose', async () => clearTimeout(timer));
};
