import { it } from 'vitest';
import { setUpConformance } from './conformance.ts';
import { FakeApi } from './fake-api.ts';
import { FakeVideos } from './fake-videos.ts';

const api = new FakeApi();
new FakeVideos(api);
const { both } = setUpConformance(api, {
  email: 'two@test.example',
  volatile: ['created_at', 'updated_at', 'educator_name'],
});

const video = (title: string, category = 'Crypto') => ({ title, category, url: 'https://video.example/a' });
const add = (body: object, key?: string) =>
  both('POST', '/api/videos', { body, ...(key && { headers: { 'idempotency-key': key } }) });

it('adds, repeats, lists, changes and deletes videos as the server does', async () => {
  await add(video('First'));
  await add(video('Second', 'Forex'), 'key-of-second');
  await add(video('Second', 'Forex'), 'key-of-second');
  await add(video('Another', 'Forex'), 'key-of-second');
  for (const query of ['', 'category=Forex', 'educatorId=2', 'educatorId=1', 'limit=1'])
    await both('GET', `/api/videos?${query}`);
  await both('PUT', '/api/videos/:0', { body: { title: 'First, changed' } });
  await both('PUT', '/api/videos/00000000-0000-4000-8000-0000000000ff', { body: { title: 'None' } });
  await both('DELETE', '/api/videos/:1');
  await both('DELETE', '/api/videos/:1');
  await both('GET', '/api/videos');
});
