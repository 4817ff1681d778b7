/** A server-sent event or a comment line; `id` is null when the event has none. */
export type SseItem =
  | { type: 'event'; event: string; data: string; id: string | null }
  | { type: 'comment'; text: string };

/**
 * Parses server-sent events from chunks (WHATWG HTML §9.2.6). A chunk may end anywhere, even within a character or between
 * CR and LF. Comments are passed on too: the server's heartbeat is one.
 */
export const createSseParser = (onItem: (item: SseItem) => void) => {
  const decoder = new TextDecoder();
  let rest = '';
  let event = '';
  let data: string[] = [];
  let id: string | null = null;

  const dispatch = () => {
    if (data.length > 0) onItem({ type: 'event', event: event || 'message', data: data.join('\n'), id });
    event = '';
    data = [];
    id = null;
  };

  const readLine = (line: string) => {
    if (line === '') return dispatch();
    const colon = line.indexOf(':');
    if (colon === 0) return onItem({ type: 'comment', text: line.slice(1).trim() });
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
    else if (name === 'id' && !value.includes('\0')) id = value;
  };

  return (bytes: Uint8Array): void => {
    rest += decoder.decode(bytes, { stream: true });
    // A CR at the end of a chunk may be half of a CRLF: it stays in the buffer.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  };
};
