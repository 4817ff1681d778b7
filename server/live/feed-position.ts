/** Where a reader stands in the feed. Within one epoch `seq` is gapless and in commit order (DESIGN §5). */
export type FeedPosition = { epoch: number; seq: number };

/** The position as an event id: `<epoch>-<seq>`. */
export const formatPosition = ({ epoch, seq }: FeedPosition): string => `${epoch}-${seq}`;

/** Reads an event id a client hands back; undefined when it is none. */
export const parsePosition = (id: string): FeedPosition | undefined => {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(id);
  return match ? { epoch: Number(match[1]), seq: Number(match[2]) } : undefined;
};
