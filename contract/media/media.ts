import * as z from 'zod/mini';
import { defineRoute } from '../shared/route.ts';
import { httpsLink } from '../shared/text.ts';
import { findMediaKind, type MediaKind, mediaKinds } from './media-names.ts';

const MB = 1024 * 1024;
/** Exclusive size limits: SPEC §5 for images, DESIGN §8 for the rest. */
export const mediaLimits: Record<MediaKind, number> = { image: 10 * MB, audio: 10 * MB, video: 50 * MB };

/** SPEC §9: photos of an idea. */
export const MAX_PHOTOS = 3;

/** SPEC §5: the browser scales photos to this width and encodes JPEG at this quality. */
export const PHOTO_WIDTH = 800;
export const PHOTO_QUALITY = 0.8;
/** Bounds a stored photo. Not its height: a long screenshot is read at full width. */
const PHOTO_PIXELS = 8_000_000;

/** The size of a photo that is scaled to this width, never up, and to `PHOTO_PIXELS`. */
export const fitPhoto = (width: number, height: number, maxWidth: number = PHOTO_WIDTH) => {
  const factor = Math.min(1, maxWidth / width, Math.sqrt(PHOTO_PIXELS / (width * height)));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
};

/** A photo of an iPhone, which most browsers can't decode. Some systems know no type for it. */
export const isHeic = ({ type, name }: { type: string; name: string }): boolean =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

type MediaMessage = { title: string; text: string };
const notAccepted = 'Invalid file type';
const tooLarge = 'File too large';

/** Messages for rejected files: SPEC §5 and §8 word for word for images, in the same style for the rest. */
export const mediaMessages = {
  tooManyPhotos: { title: 'Upload limit reached', text: 'You can upload maximum 3 photos per trade idea' },
  failed: {
    image: { title: 'Image processing failed', text: 'Please try a different image' },
    audio: { title: 'Audio processing failed', text: 'Please try a different recording' },
    video: { title: 'Video processing failed', text: 'Please try a different video' },
  },
  heic: {
    title: 'Image processing failed',
    text: "This browser can't read HEIC photos. Please save it as JPEG and try again.",
  },
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
} as const satisfies Record<string, MediaMessage | Record<MediaKind, MediaMessage>>;

/** URL of an upload of one kind. The server checks who owns it. */
export const mediaUrl = (kind: MediaKind, error: string) =>
  z.string({ error }).check(z.refine((url) => findMediaKind(url) === kind, { error }));

/** An uploaded video, or a link that opens in a new tab. The server never fetches it (DESIGN §8). */
export const videoUrl = (label: string) => httpsLink(label, (url) => findMediaKind(url) === 'video');

export const uploadedMedia = z.object({
  url: z.string(),
  kind: z.enum(mediaKinds),
  contentType: z.string(),
  byteSize: z.number(),
  /** In pixels; images only. */
  width: z.optional(z.number()),
  height: z.optional(z.number()),
});
export type UploadedMedia = z.infer<typeof uploadedMedia>;

export const uploadMedia = defineRoute({
  method: 'POST',
  path: '/api/media',
  access: 'educator',
  summary: 'Upload a photo, a voice recording or a video; unused files are removed after 24 hours',
  failure: 'Failed to upload file',
  upload: true,
  query: z.object({
    /** Intended kind. Other kinds are rejected; without it, WebM and MP4 count as video. */
    kind: z.optional(z.enum(mediaKinds)),
  }),
  status: 201,
  response: uploadedMedia,
  errors: ['UPLOAD_SPACE_FULL', 'TOO_MANY_ATTEMPTS', 'BUSY', 'STORAGE_UNAVAILABLE'],
});

export const getMedia = defineRoute({
  method: 'GET',
  path: '/media/:name',
  access: 'public',
  summary: "Download an upload, whole or by range; names can't be guessed and content never changes",
  failure: 'Failed to load this file',
  params: z.object({ name: z.string() }),
  response: z.string(),
  errors: ['NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'STORAGE_UNAVAILABLE'],
});
