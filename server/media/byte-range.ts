import type { ByteRange } from './media-store.ts';

/**
 * The part of a file that a Range header asks for (RFC 9110 §14). Undefined means the whole file: no range, one of another
 * unit, a malformed one, or several at once, which a server may ignore. Null: none of it is in the file.
 */
export const parseRange = (header: string | undefined, size: number): ByteRange | undefined | null => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return last === '0' || size === 0 ? null : suffix(Number(last), size);
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : null;
};

/** The last bytes of a file. */
const suffix = (length: number, size: number): ByteRange => ({
  start: Math.max(size - length, 0),
  end: size - 1,
});
