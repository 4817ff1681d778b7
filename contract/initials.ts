/** Initials of a name: at most two characters (SPEC §9), from the first and the last word. */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = words[0];
  if (!first) return '';
  const last = words.length > 1 ? words.at(-1)! : '';
  const letters = [first, last].map((word) => [...word][0] ?? '').join('');
  // Upper case can be longer ("ß" becomes "SS"), so the result is cut last.
  return [...letters.toLocaleUpperCase('en')].slice(0, 2).join('');
};
