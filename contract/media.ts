import * as z from 'zod/mini';
import { type MediaKind, mediaKindOf, mediaKinds } from './media-names.ts';
import { defineRoute } from './route.ts';
import { httpsLink } from './text.ts';

const MB = 1024 * 1024;
/** A file must be smaller than this: SPEC §5 for images, DESIGN §8 for the rest. */
export const mediaLimits: Record<MediaKind, number> = { image: 10 * MB, audio: 10 * MB, video: 50 * MB };

/** SPEC §5: photos are scaled in the browser to this width, as JPEG of this quality. */
export const PHOTO_WIDTH = 800;
export const PHOTO_QUALITY = 0.8;

type Sentence = { title: string; text: string };
const notAccepted = 'Invalid file type';
const tooLarge = 'File too large';

/** What people read of a refused file: SPEC §5 and §8 word for word for images, in their manner for the rest. */
export const mediaSentences = {
  tooManyPhotos: { title: 'Upload limit reached', text: 'You can upload maximum 3 photos per trade idea' },
  imageFailed: { title: 'Image processing failed', text: 'Please try a different image' },
  notAccepted: {
    image: { title: notAccepted, text: 'Please upload only image files' },
    audio: { title: notAccepted, text: 'Please upload only audio files (WebM, Ogg, M4A, MP3 or WAV)' },
    video: { title: notAccepted, text: 'Please upload only video files (MP4 or WebM)' },
  },
  tooLarge: {
    image: { title: tooLarge, text: 'Please upload images smaller than 10MB' },
    audio: { title: tooLarge, text: 'Please upload audio smaller than 10MB' },
    video: { title: tooLarge, text: 'Please upload videos smaller than 50MB' },
  },
} as const satisfies Record<string, Sentence | Record<MediaKind, Sentence>>;

/** The address of an upload of one kind. Whose it is, the server looks up. */
export const mediaUrl = (kind: MediaKind, error: string) =>
  z.string({ error }).check(z.refine((url) => mediaKindOf(url) === kind, { error }));

/** An uploaded video, or a link that opens in a new tab and is never fetched by the server (DESIGN §8). */
export const videoAddress = (label: string) => {
  const link = httpsLink(label);
  return z.string({ error: `${label} must be text` }).check((context) => {
    if (mediaKindOf(context.value) === 'video') return;
    for (const { message } of link.safeParse(context.value).error?.issues ?? [])
      context.issues.push({ code: 'custom', message, input: context.value });
  });
};

export const uploadedMedia = z.object({
  url: z.string(),
  kind: z.enum(mediaKinds),
  contentType: z.string(),
  byteSize: z.number(),
  /** Pixels, of images. */
  width: z.optional(z.number()),
  height: z.optional(z.number()),
});
export type UploadedMedia = z.infer<typeof uploadedMedia>;

export const uploadMedia = defineRoute({
  method: 'POST',
  path: '/api/media',
  access: 'educator',
  summary: 'Store a photo, a voice recording or a video; unused ones are removed after 24 hours',
  failure: 'Failed to upload file',
  upload: true,
  query: z.object({
    /** What it is meant as. Another kind is refused, and WebM or MP4 without it is a video. */
    kind: z.optional(z.enum(mediaKinds)),
  }),
  status: 201,
  response: uploadedMedia,
  errors: ['TOO_MANY_ATTEMPTS', 'BUSY', 'STORAGE_UNAVAILABLE'],
});

export const getMedia = defineRoute({
  method: 'GET',
  path: '/media/:name',
  access: 'public',
  summary: 'An upload, whole or by range; its name cannot be guessed and its content never changes',
  failure: 'This file could not be read',
  params: z.object({ name: z.string() }),
  status: 200,
  response: z.string(),
  errors: ['NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'STORAGE_UNAVAILABLE'],
});
