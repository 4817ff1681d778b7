/** Newest first, then by id. ISO 8601 UTC times and lower-case UUIDs sort correctly as text. */
export const comesBefore = (
  a: { created_at: string; id: string },
  b: { created_at: string; id: string },
): boolean => (a.created_at === b.created_at ? a.id > b.id : a.created_at > b.created_at);
