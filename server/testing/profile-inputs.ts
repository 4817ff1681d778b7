import type { User } from '../../contract/account/auth.ts';
import { type ProfileFields, putProfileImage } from '../../contract/account/profiles.ts';
import type { NewVideo, Video } from '../../contract/learn/videos.ts';
import { createForm } from './media-files.ts';
import type { Answer, TestApp } from './test-app.ts';

/** A valid profile; `changes` override fields. */
export const profileInput = (changes: Partial<ProfileFields> = {}): ProfileFields => ({
  first_name: 'Ada',
  last_name: 'Wren',
  display_name: 'Ada W.',
  bio: 'Twelve years of charts.',
  specialty: 'Swing Trading',
  years_experience: 12,
  trading_style: 'Swing Trading',
  timezone: 'UTC+0 GMT',
  is_public: true,
  ...changes,
});

/** A valid new video; `changes` override fields. */
export const videoInput = (changes: Partial<NewVideo> = {}): NewVideo => ({
  title: 'Where a stop belongs',
  category: 'Risk Management',
  url: 'https://video.example/where-a-stop-belongs',
  ...changes,
});

/** Adds a video and returns it; throws on failure. */
export const addVideo = async (
  test: TestApp,
  token: string,
  changes: Partial<NewVideo> = {},
): Promise<Video> => {
  const answer = await test.call<Video>('POST', '/api/videos', { token, body: videoInput(changes) });
  if (answer.status !== 201)
    throw new Error(`Adding answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** Uploads a profile image like a browser. */
export const sendPortrait = async <T = User>(
  test: Pick<TestApp, 'url'>,
  token: string,
  content: Uint8Array,
): Promise<Answer<T>> => {
  const response = await fetch(new URL(putProfileImage.path, test.url), {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: createForm(content),
  });
  return { status: response.status, body: (await response.json()) as T, headers: response.headers };
};
