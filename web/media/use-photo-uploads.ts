import { useEffect, useRef, useState } from 'react';
import { fitPhoto, isHeic, mediaMessages, PHOTO_QUALITY, PHOTO_WIDTH } from '../../contract/media/media.ts';
import { ApiError } from '../shared/api/api-request.ts';
import { showToast } from '../shared/ui/toast.ts';
import { selectPhotos } from './accepted-photos.ts';
import { sendMedia, showUnfinished } from './upload-media.ts';

/** Re-encodes a photo as JPEG (SPEC §5), upright. Throws when the browser cannot decode it. */
const scalePhoto = async (file: Blob): Promise<Blob> => {
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const canvas = Object.assign(document.createElement('canvas'), fitPhoto(photo.width, photo.height));
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('No canvas to draw on');
    // JPEG has no transparency. White suits charts with a transparent background.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(photo, 0, 0, canvas.width, canvas.height);
    const scaled = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', PHOTO_QUALITY),
    );
    if (!scaled) throw new Error('The photo could not be written');
    if (canvas.width < Math.min(PHOTO_WIDTH, photo.width))
      showToast({
        title: 'Photo made narrower',
        description: `It is very tall, so it is ${canvas.width} pixels wide. Cut it to keep its details.`,
      });
    return scaled;
  } finally {
    photo.close();
  }
};

/** A photo upload. `error` is the reason of a failure; it can be retried. */
export type PhotoUpload = { id: string; preview: string | null; progress: number; error: string | null };

/**
 * Scales and uploads photos one after another, so that they keep their order. `onUploaded` gets each URL. Uploads in
 * progress are aborted when the form unmounts, with a message.
 */
export const usePhotoUploads = (present: number, onUploaded: (url: string) => void) => {
  const [uploads, setUploads] = useState<PhotoUpload[]>([]);
  const scaled = useRef(new Map<string, Blob>());
  const aborts = useRef(new Map<string, AbortController>());
  const queue = useRef(Promise.resolve());
  const uploaded = useRef(onUploaded);
  uploaded.current = onUploaded;

  useEffect(() => {
    const open = aborts.current;
    return () => {
      for (const abort of open.values()) abort.abort();
      if (open.size > 0) showUnfinished('photo');
    };
  }, []);

  const change = (id: string, changes: Partial<PhotoUpload>) =>
    setUploads((now) => now.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));

  const drop = (id: string) => {
    aborts.current.get(id)?.abort();
    aborts.current.delete(id);
    scaled.current.delete(id);
    setUploads((now) => {
      const gone = now.find((upload) => upload.id === id);
      if (gone?.preview) URL.revokeObjectURL(gone.preview);
      return now.filter((upload) => upload !== gone);
    });
  };

  const showError = ({ title, text }: { title: string; text: string }) =>
    showToast({ title, description: text, tone: 'error' });

  const send = async (id: string) => {
    const photo = scaled.current.get(id);
    const abort = aborts.current.get(id);
    if (!photo || !abort) return;
    try {
      const onProgress = (progress: number) => change(id, { progress });
      const about = { kind: 'image', name: 'photo.jpg' } as const;
      const { url } = await sendMedia(photo, { ...about, signal: abort.signal, onProgress });
      drop(id);
      uploaded.current(url);
    } catch (failure) {
      if (abort.signal.aborted) return;
      change(id, { progress: 0, error: failure instanceof ApiError ? failure.message : 'Not uploaded' });
    }
  };

  const scale = async (id: string, file: File) => {
    try {
      const photo = await scalePhoto(file);
      scaled.current.set(id, photo);
      change(id, { preview: URL.createObjectURL(photo) });
    } catch {
      showError(isHeic(file) ? mediaMessages.heic : mediaMessages.failed.image);
      drop(id);
    }
  };

  const enqueue = (work: () => Promise<void>) => {
    queue.current = queue.current.then(work);
  };

  const add = (files: readonly File[]) => {
    const { chosen, complaint } = selectPhotos(files, present + uploads.length);
    if (complaint) showError(complaint);
    for (const file of chosen) {
      const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
      aborts.current.set(id, new AbortController());
      setUploads((now) => [...now, { id, preview: null, progress: 0, error: null }]);
      enqueue(() => scale(id, file));
      enqueue(() => send(id));
    }
  };

  const retry = (id: string) => {
    change(id, { error: null });
    enqueue(() => send(id));
  };

  return { uploads, add, retry, drop };
};
export type PhotoUploads = ReturnType<typeof usePhotoUploads>;
