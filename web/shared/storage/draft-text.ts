/** A text of a stored draft. A draft may come from an older version, so only a text counts. */
export const readDraftText = (draft: Record<string, unknown> | null, name: string, fallback = ''): string => {
  const value = draft?.[name];
  return typeof value === 'string' ? value : fallback;
};
