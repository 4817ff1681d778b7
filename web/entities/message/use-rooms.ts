import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listRooms, marketRooms } from '../../../contract/chat.ts';
import type { ChatRoom } from '../../../contract/chat-rows.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { roomsKey } from './message-cache.ts';

const isMarketRoom = ({ name }: ChatRoom) => (marketRooms as readonly string[]).includes(name);

/** SPEC §2: the rooms Leverage Ideas and Exchange Ideas, the first one selected. */
export const useRooms = () => {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: roomsKey,
    queryFn: ({ signal }) => callRoute(listRooms, {}, { signal }),
  });
  const [chosen, choose] = useState<string | null>(null);
  const rooms = (data ?? []).filter(isMarketRoom);
  return {
    state: data ? 'ready' : isError ? 'failed' : 'loading',
    rooms,
    /** The selected channel, else the first; null without any. */
    room: rooms.find(({ id }) => id === chosen) ?? rooms[0] ?? null,
    choose,
    retry: () => void refetch(),
    retrying: isFetching,
  };
};

export type Rooms = ReturnType<typeof useRooms>;
