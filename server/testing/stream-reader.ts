import {
  FEED_STATE_EVENT,
  live,
  PRICES_EVENT,
  parseLiveChange,
  READY_EVENT,
  RESET_EVENT,
  type SentChange,
} from '../../contract/live-events.ts';
import { routeUrl } from '../../contract/shared/route.ts';
import { WAIT_LIMIT_MS } from './time-limits.ts';

export type StreamEvent = { id: string | undefined; event: string; data: unknown };

/** Whether an event is a change of an idea or of chat, rather than about the stream. */
export const isChange = ({ event }: StreamEvent): boolean =>
  ![READY_EVENT, RESET_EVENT, FEED_STATE_EVENT, PRICES_EVENT].includes(event);

/** Reads `GET /api/live` like a client: received events, and a way to wait for more. */
export class StreamReader {
  readonly events: StreamEvent[] = [];
  readonly comments: string[] = [];
  /** Resolves when the stream ends or breaks. */
  readonly ended: Promise<void>;
  readonly status: number;
  readonly #abort: AbortController;
  #changed = Promise.withResolvers<void>();

  private constructor(response: Response, abort: AbortController) {
    this.status = response.status;
    this.#abort = abort;
    this.ended = this.#read(response).catch(() => undefined);
  }

  /** Opens a stream; `status` is the response status, and only 200 has events. */
  static async open(
    url: string,
    token: string,
    lastEventId?: string,
    by: 'header' | 'query' = 'header',
  ): Promise<StreamReader> {
    const abort = new AbortController();
    const isNamed = lastEventId !== undefined;
    const response = await fetch(
      new URL(routeUrl(live, {}, { last_event_id: by === 'query' ? lastEventId : undefined }), url),
      {
        headers: {
          authorization: `Bearer ${token}`,
          ...(isNamed && by === 'header' ? { 'last-event-id': lastEventId } : {}),
        },
        signal: abort.signal,
      },
    );
    return new StreamReader(response, abort);
  }

  /** Changes of ideas and chat, read as the contract reads them. */
  get changes(): StreamEvent[] {
    return this.events
      .filter(isChange)
      .map((event) => ({ ...event, data: parseLiveChange(event.event, event.data as SentChange).data }));
  }

  get lastId(): string | undefined {
    return this.events.findLast(({ id }) => id !== undefined)?.id;
  }

  /** Waits until `isThere` is true for the received events. */
  async waitUntil(isThere: (reader: this) => boolean, what = 'the expected events'): Promise<void> {
    const deadline = Date.now() + WAIT_LIMIT_MS;
    while (!isThere(this)) {
      const left = deadline - Date.now();
      if (left <= 0)
        throw new Error(
          `The stream did not bring ${what}; it has ${JSON.stringify(this.events.map(({ id, event }) => [id, event]))}`,
        );
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, left);
      });
      await Promise.race([this.#changed.promise, timeout]);
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.ended;
  }

  async #read(response: Response): Promise<void> {
    if (!response.body) return;
    let text = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    }
  }

  #take(block: string): void {
    const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
    const comment = fields.get('');
    if (comment !== undefined) this.comments.push(comment);
    const data = fields.get('data');
    if (data !== undefined)
      this.events.push({
        id: fields.get('id'),
        event: fields.get('event') ?? 'message',
        data: JSON.parse(data),
      });
  }
}
