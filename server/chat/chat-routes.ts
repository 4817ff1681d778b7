import { listMessages, listRooms, MESSAGES_PAGE } from '../../contract/chat/chat.ts';
import { deleteMessage, editMessage, sendMessage } from '../../contract/chat/chat-writing.ts';
import { routeUrl } from '../../contract/shared/route.ts';
import { type ContractApp, succeed } from '../http/contract-routes.ts';
import { toPage } from '../http/paging.ts';
import { formatCursor, parseCursor } from '../shared/keyset-cursor.ts';
import type { ChatService } from './chat-service.ts';

export const chatRoutes = (app: ContractApp, { chat }: { chat: ChatService }): void => {
  app.handle(listRooms, () => chat.rooms());

  app.handle(listMessages, async ({ params, query, viewer, reply }) => {
    const size = Number(query.limit ?? MESSAGES_PAGE);
    const cursor = parseCursor(query.cursor);
    const mine = query.mine !== undefined;
    const rows = await chat.messages(viewer.user, params.id, { limit: size + 1, mine, cursor });
    return toPage(reply, rows, size, (oldest) =>
      routeUrl(listMessages, params, { ...query, cursor: formatCursor(oldest) }),
    ).reverse();
  });

  app.handle(sendMessage, ({ params, body, headers, viewer }) =>
    chat.send(viewer.user, params.id, body, headers['idempotency-key']),
  );

  app.handle(editMessage, ({ params, body, viewer }) => chat.edit(viewer.user, params.id, body.message));

  app.handle(deleteMessage, ({ params, viewer }) => succeed(chat.delete(viewer.user, params.id)));
};
