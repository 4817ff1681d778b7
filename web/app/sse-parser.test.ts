import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSseParser, type SseItem } from './sse-parser.ts';

const encode = (text: string) => new TextEncoder().encode(text);

const parseIn = (pieces: Uint8Array[]): SseItem[] => {
  const items: SseItem[] = [];
  const feed = createSseParser((item) => items.push(item));
  for (const piece of pieces) feed(piece);
  return items;
};

const parse = (text: string) => parseIn([encode(text)]);

describe('createSseParser', () => {
  it('parses the type, data and id of an event', () => {
    expect(parse('id: 7f-12\nevent: trade_ideas_changes\ndata: {"a":1}\n\n')).toEqual([
      { type: 'event', event: 'trade_ideas_changes', data: '{"a":1}', id: '7f-12' },
    ]);
  });

  it('joins several data lines by line feeds and calls an unnamed event "message"', () => {
    expect(parse('data: one\ndata:two\n\n')).toEqual([
      { type: 'event', event: 'message', data: 'one\ntwo', id: null },
    ]);
  });

  it('passes on comments, which carry the heartbeat', () => {
    expect(parse(': 7f-13\n\n')).toEqual([{ type: 'comment', text: '7f-13' }]);
  });

  it('drops an event without data and an unfinished event', () => {
    expect(parse('event: ready\n\ndata: half')).toEqual([]);
  });

  it('accepts LF, CR and CRLF as line ends', () => {
    const one = { type: 'event', event: 'a', data: 'x', id: '1-1' };
    // The last CR may be half of a CRLF, so something has to follow it.
    for (const end of ['\n', '\r', '\r\n'])
      expect(parse(['event: a', 'id: 1-1', 'data: x', '', ': '].join(end) + end)[0]).toEqual(one);
  });

  it('ignores a byte order mark', () => {
    expect(parse('\ufeffdata: x\n\n')).toHaveLength(1);
  });

  it('parses the same events wherever the chunks are cut, even within a character or a CRLF', () => {
    const text =
      'id: 7f-1\r\nevent: chat_messages_changes\r\ndata: {"pair":"€/₿ 🐦"}\r\n\r\n: 7f-2\n\ndata: a\ndata: b\r\r';
    const bytes = encode(`${text}\n`);
    const whole = parseIn([bytes]);
    expect(whole).toHaveLength(3);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const pieces = at.slice(1).map((end, index) => bytes.slice(at[index], end));
        expect(parseIn(pieces)).toEqual(whole);
      }),
    );
  });
});
