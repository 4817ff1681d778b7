import { listMessages, listRooms, MESSAGES_PAGE } from '../../contract/chat.ts';
import { deleteMessage, editMessage, sendMessage } from '../../contract/chat-writing.ts';
import { routeUrl } from '../../contract/route.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import { formatCursor, parseCursor } from '../keyset-cursor.ts';
import type { ChatService } from './chat-service.ts';

export const chatRoutes = (app: ContractApp, { chat }: { chat: ChatService }): void => {
  app.handle(listRooms, () => chat.rooms());

  app.handle(listMessages, async ({ params, query, viewer, reply }) => {
    const size = Number(query.limit ?? MESSAGES_PAGE);
    const cursor = query.cursor === undefined ? undefined : parseCursor(query.cursor);
    const mine = query.mine !== undefined;
    // One extra row tells whether there is an older page.
    const rows = await chat.messages(viewer.user, params.id, { limit: size + 1, mine, cursor });
    const shown = rows.slice(0, size);
    const oldest = shown.at(-1);
    if (rows.length > size && oldest) {
      const next = routeUrl(listMessages, params, { ...query, cursor: formatCursor(oldest) });
      reply.header('link', `<${next}>; rel="next"`);
    }
    return shown.reverse();
  });

  app.handle(sendMessage, ({ params, body, headers, viewer }) =>
    chat.send(viewer.user, params.id, body, headers['idempotency-key']),
  );

  app.handle(editMessage, ({ params, body, viewer }) => chat.edit(viewer.user, params.id, body.message));

  app.handle(deleteMessage, async ({ params, viewer }) => {
    await chat.delete(viewer.user, params.id);
    return { success: true as const };
  });
};
