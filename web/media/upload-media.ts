import PQueue from 'p-queue';
import { type UploadedMedia, uploadedMedia, uploadMedia } from '../../contract/media/media.ts';
import type { MediaKind } from '../../contract/media/media-names.ts';
import { routeUrl } from '../../contract/shared/route.ts';
import { capitalise } from '../../contract/shared/text.ts';
import { NETWORK_ERROR } from '../../contract/shared/web-errors.ts';
import { ApiError, toApiError } from '../shared/api/api-request.ts';
import { logFailure } from '../shared/log-failure.ts';
import { endSessionOfToken, readSessionToken } from '../shared/storage/session-store.ts';
import { showToast } from '../shared/ui/toast.ts';

type UploadOptions = {
  kind: MediaKind;
  /** The file name. The server detects the type from the bytes. */
  name: string;
  signal: AbortSignal;
  /** Called with the sent part, from 0 to 1. */
  onProgress: (part: number) => void;
};

/** Says that a form was left or cleared before its recording or upload had finished. */
export const showUnfinished = (what: 'photo' | 'recording' | 'video'): void =>
  showToast({
    title: `${capitalise(what)} not uploaded`,
    description: `Add the ${what} again.`,
    tone: 'error',
  });

/** The server accepts two uploads at a time from one person. */
const queue = new PQueue({ concurrency: 2 });

/**
 * Uploads one file by XMLHttpRequest, because `fetch` reports no upload progress. Throws ApiError, or the reason of the
 * signal when it was aborted.
 */
export const sendMedia = async (file: Blob, options: UploadOptions): Promise<UploadedMedia> => {
  const token = readSessionToken();
  try {
    return uploadedMedia.parse(await queue.add(() => send(file, token, options)));
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 401) endSessionOfToken(token, { isUnsent: true });
    if (!options.signal.aborted) logFailure(`POST ${uploadMedia.path}`, failure);
    throw failure;
  }
};

const send = (file: Blob, token: string | null, { kind, name, signal, onProgress }: UploadOptions) =>
  new Promise<unknown>((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file, name);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status === 201) resolve(JSON.parse(responseText));
      else reject(toApiError(new Response(null, { status, statusText }), responseText));
    };
    request.onerror = () => reject(new ApiError(0, 'NETWORK', NETWORK_ERROR));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.open(uploadMedia.method, routeUrl(uploadMedia, {}, { kind }));
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.send(form);
  });
