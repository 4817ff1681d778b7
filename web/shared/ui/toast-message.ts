/** SPEC §9: one at a time, gone after 5 s. */
export const TOAST_MS = 5_000;

export type ToastTone = 'plain' | 'rise' | 'fall';
export type ToastMessage = {
  title: string;
  description?: string;
  tone?: ToastTone;
  /** A page of ours that the message is about. */
  link?: { label: string; href: string };
};

/** The same, numbered: two equal messages in a row are two messages. */
export type NumberedToast = ToastMessage & { number: number };
