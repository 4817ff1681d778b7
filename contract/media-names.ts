export const mediaKinds = ['image', 'audio', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/**
 * What is stored and served, by the extension of its name: nothing else ever has an address under /media/. Images are
 * always re-encoded to JPEG. Audio keeps extensions of its own (weba, oga, m4a), so a name alone says what it is.
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

/** 128 random bits in hex, and an extension. */
const NAME = new RegExp(`^[0-9a-f]{32}[.](${Object.keys(mediaFormats).join('|')})$`);
export const isMediaName = (name: string): boolean => NAME.test(name);

export const mediaUrlOf = (name: string): string => `/media/${name}`;

/** The name in an address under /media/. */
export const mediaNameOf = (url: string): string => url.slice(mediaUrlOf('').length);

/** What an address under /media/ holds; null for any other address. */
export const mediaKindOf = (url: string): MediaKind | null => {
  const name = url.startsWith('/media/') ? url.slice('/media/'.length) : '';
  return isMediaName(name) ? mediaFormats[name.split('.')[1] as MediaExtension].kind : null;
};
