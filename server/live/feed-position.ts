/** A position in the feed. Within an epoch `seq` is gapless and in commit order (DESIGN §5). */
export type FeedPosition = { epoch: number; seq: number };

/** The position as an event id: `<epoch>-<seq>`. */
export const formatPosition = ({ epoch, seq }: FeedPosition): string => `${epoch}-${seq}`;

/** Parses an event id sent by a client; undefined if invalid. */
export const parsePosition = (id: string): FeedPosition | undefined => {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(id);
  return match ? { epoch: Number(match[1]), seq: Number(match[2]) } : undefined;
};
