import { marketRooms } from '../../contract/chat/chat.ts';
import { RoomsService } from '../chat/rooms-service.ts';
import { defineCommand } from './command.ts';
import { formatTime } from './table.ts';

const shownRooms = `The web app shows the rooms named ${marketRooms.join(' and ')}; other rooms exist in the API only.`;

const list = defineCommand({
  name: 'rooms list',
  summary: 'List the chat rooms',
  help: `Lists the chat rooms with their ids, oldest first.\n${shownRooms}`,
  run: async ({ database: { db }, clock, printTable }) => {
    const rooms = await new RoomsService(db, clock).list();
    printTable(
      ['ID', 'SINCE', 'NAME'],
      rooms.map(({ id, name, createdAt }) => [id, formatTime(createdAt), name]),
    );
  },
});

const add = defineCommand({
  name: 'rooms add',
  summary: 'Add a chat room',
  help: `Adds a chat room; open chats show it immediately.
${shownRooms}

Example: npm run admin -- rooms add "Leverage Ideas"`,
  positionals: ['NAME'],
  run: async ({ database: { db }, clock, positionals: [name = ''], print }) => {
    const room = await new RoomsService(db, clock).add(name);
    print(`Added room "${room.name}" (${room.id}).`);
  },
});

const rename = defineCommand({
  name: 'rooms rename',
  summary: 'Rename a chat room',
  help: `Gives a chat room another name; its messages stay, and open chats show the change at once.\n${shownRooms}`,
  positionals: ['NAME|ID', 'NEW-NAME'],
  run: async ({ database: { db }, clock, positionals: [room = '', name = ''], print }) => {
    const renamed = await new RoomsService(db, clock).rename(room, name);
    print(`Renamed room ${renamed.id} to "${renamed.name}".`);
  },
});

export const roomsCommands = [list, add, rename];
