import {
  createVideo,
  deleteVideo,
  listVideos,
  type NewVideo,
  updateVideo,
  VIDEOS_PAGE,
  type Video,
} from '../../contract/learn/videos.ts';
import { type FakeApi, PageOf, Refusal } from './fake-api.ts';
import { newId } from './fake-ideas.ts';

/** The video library of a fake server. Its caller is educator 2. */
export class FakeVideos {
  readonly rows = new Map<string, Video>();
  readonly #added = new Map<string, { content: string; video: Video }>();

  constructor(api: FakeApi) {
    api.on(listVideos, ({ query: { category, educatorId, cursor, limit } }) => {
      const found = [...this.rows.values()]
        .filter((video) => category === undefined || video.category === category)
        .filter((video) => educatorId === undefined || video.educator_id === educatorId)
        .sort((a, b) => b.created_at.localeCompare(a.created_at));
      const from = cursor ? found.findIndex(({ id }) => id === cursor) + 1 : 0;
      const size = Number(limit ?? VIDEOS_PAGE);
      const page = found.slice(from, from + size);
      return new PageOf(page, from + size < found.length ? page.at(-1)?.id : undefined);
    });
    api.on(createVideo, ({ body, headers }) => {
      const key = headers.get('idempotency-key');
      const content = JSON.stringify(body);
      const earlier = key ? this.#added.get(key) : undefined;
      if (earlier && earlier.content !== content) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
      if (earlier) return earlier.video;
      const video = this.add(body);
      if (key) this.#added.set(key, { content, video });
      return video;
    });
    api.on(updateVideo, ({ params, body }) => {
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const video = { ...this.#findOwn(params.id), ...given, updated_at: new Date().toISOString() };
      this.rows.set(video.id, video);
      return video;
    });
    api.on(deleteVideo, ({ params }) => {
      this.rows.delete(this.#findOwn(params.id).id);
      return { success: true as const };
    });
  }

  add(video: NewVideo & Partial<Video>): Video {
    // The newest first, also of the same millisecond.
    const at = new Date(Date.now() + this.rows.size).toISOString();
    const row = {
      id: newId(),
      educator_id: '2',
      educator_name: 'Daniel Brandt',
      created_at: at,
      updated_at: at,
      ...video,
    };
    this.rows.set(row.id, row);
    return row;
  }

  #findOwn(id: string): Video {
    const video = this.rows.get(id);
    if (video?.educator_id !== '2') throw new Refusal('NOT_FOUND');
    return video;
  }
}
