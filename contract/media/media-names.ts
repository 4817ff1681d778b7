export const mediaKinds = ['image', 'audio', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/**
 * File types we store and serve, by extension; nothing else has a URL under /media/. Images are always re-encoded to
 * JPEG. Audio has its own extensions (weba, oga, m4a), so the name alone tells the kind.
 */
export const mediaFormats = {
  jpg: { kind: 'image', contentType: 'image/jpeg' },
  weba: { kind: 'audio', contentType: 'audio/webm' },
  oga: { kind: 'audio', contentType: 'audio/ogg' },
  m4a: { kind: 'audio', contentType: 'audio/mp4' },
  mp3: { kind: 'audio', contentType: 'audio/mpeg' },
  wav: { kind: 'audio', contentType: 'audio/wav' },
  mp4: { kind: 'video', contentType: 'video/mp4' },
  webm: { kind: 'video', contentType: 'video/webm' },
} as const satisfies Record<string, { kind: MediaKind; contentType: string }>;
export type MediaExtension = keyof typeof mediaFormats;

/** 128 random bits in hex and an extension. */
const MEDIA_NAME = new RegExp(`^[0-9a-f]{32}[.](${Object.keys(mediaFormats).join('|')})$`);
export const isMediaName = (name: string): boolean => MEDIA_NAME.test(name);

export const toMediaUrl = (name: string): string => `/media/${name}`;

/** The file name in a URL under /media/. */
export const parseMediaName = (url: string): string => url.slice(toMediaUrl('').length);

/** The kind of file behind a /media/ URL; null for any other URL. */
export const findMediaKind = (url: string): MediaKind | null => {
  const name = url.startsWith('/media/') ? url.slice('/media/'.length) : '';
  return isMediaName(name) ? mediaFormats[name.split('.')[1] as MediaExtension].kind : null;
};
