/** Newest first, then by id. ISO 8601 times in UTC and lower-case UUIDs: their text order is their order. */
export const comesBefore = (
  a: { created_at: string; id: string },
  b: { created_at: string; id: string },
): boolean => (a.created_at === b.created_at ? a.id > b.id : a.created_at > b.created_at);
