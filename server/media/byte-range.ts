import type { ByteRange } from './media-store.ts';

/**
 * Parses a Range header (RFC 9110 §14). Undefined means the whole file: no range, another unit, malformed, or several
 * ranges, which a server may ignore. Null means that the range is outside of the file.
 */
export const parseRange = (header: string | undefined, size: number): ByteRange | undefined | null => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return last === '0' || size === 0 ? null : toSuffixRange(Number(last), size);
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : null;
};

/** The last bytes of a file. */
const toSuffixRange = (length: number, size: number): ByteRange => ({
  start: Math.max(size - length, 0),
  end: size - 1,
});
