import { marketRooms } from '../../contract/chat.ts';
import { RoomsService } from '../chat/rooms-service.ts';
import type { Command } from './command.ts';
import { readArguments } from './read-arguments.ts';
import { formatTable, formatTime } from './table.ts';

const shownRooms = `The web app shows the rooms named ${marketRooms.join(' and ')}; other rooms exist in the API only.`;

export const roomsListCommand: Command = {
  name: 'rooms list',
  summary: 'List the chat rooms',
  help: `npm run admin -- rooms list

Lists the chat rooms with their ids, oldest first.
${shownRooms}`,
  run: async ({ database: { db }, args, print }) => {
    readArguments(args, { options: {} });
    const rooms = await new RoomsService(db, () => new Date()).list();
    const rows = rooms.map(({ id, name, createdAt }) => [id, formatTime(createdAt), name]);
    for (const line of formatTable(['ID', 'SINCE', 'NAME'], rows)) print(line);
    return 0;
  },
};

export const roomsAddCommand: Command = {
  name: 'rooms add',
  summary: 'Add a chat room',
  help: `npm run admin -- rooms add NAME

Adds a chat room; open chats show it immediately.
${shownRooms}

Example: npm run admin -- rooms add "Leverage Ideas"

Exit code 0: added. 2: not added, and why.`,
  run: async ({ database: { db }, args, print }) => {
    const { positionals } = readArguments(args, { positionals: ['NAME'], options: {} });
    const room = await new RoomsService(db, () => new Date()).add(positionals[0] ?? '');
    print(`Added room "${room.name}" (${room.id}).`);
    return 0;
  },
};

export const roomsRenameCommand: Command = {
  name: 'rooms rename',
  summary: 'Rename a chat room',
  help: `npm run admin -- rooms rename NAME|ID NEW-NAME

Gives a chat room another name; its messages stay, and open chats show the change at once.
${shownRooms}

Exit code 0: renamed. 2: not renamed, and why.`,
  run: async ({ database: { db }, args, print }) => {
    const { positionals } = readArguments(args, { positionals: ['NAME|ID', 'NEW-NAME'], options: {} });
    const [room = '', name = ''] = positionals;
    const renamed = await new RoomsService(db, () => new Date()).rename(room, name);
    print(`Renamed room ${renamed.id} to "${renamed.name}".`);
    return 0;
  },
};
