import { useRef, useState } from 'react';
import { errorCatalogue } from '../../../contract/errors.ts';
import { newVideo, type Video } from '../../../contract/videos.ts';
import { useSignedInUser } from '../../entities/session/current-user.ts';
import { ApiError } from '../../shared/api/api-request.ts';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { readDraftText, readStored, useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { addVideo, changeVideo } from './use-videos.ts';

type Values = { title: string; category: string; url: string };
type FieldErrors = Partial<Record<keyof Values, string | undefined>>;

const emptyValues: Values = { title: '', category: '', url: '' };

/**
 * State, validation and submission of the video form. What was typed stays as a draft until it is saved or cancelled.
 * A draft has only the fields that were edited.
 */
export const useVideoForm = (video: Video | null, onDone: () => void) => {
  const form = useRef<HTMLFormElement>(null);
  const stored = storageKeys.draft(useSignedInUser().id, video ? `video:${video.id}` : 'video');
  const [draft, setDraft] = useStored(stored);
  const saved: Values = video ?? emptyValues;
  const values: Values = {
    title: readDraftText(draft, 'title', saved.title),
    category: readDraftText(draft, 'category', saved.category),
    url: readDraftText(draft, 'url', saved.url),
  };
  const [fieldErrors, setErrors] = useState<FieldErrors>({});
  const [formError, setFormError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const set = (name: keyof Values, value: string) => {
    // An upload may end much later than it began.
    const { key: _sentUnder, ...typed } = readStored(stored) ?? {};
    // Without the idempotency key, because changed content is another video.
    setDraft({ ...typed, [name]: value });
    setErrors((now) => ({ ...now, [name]: undefined }));
  };

  const showErrors = (message: string, at: FieldErrors) => {
    setFormError(message);
    setErrors(at);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };

  const submit = async () => {
    if (busy) return;
    const { title, category, url } = values;
    const checked = newVideo.safeParse({ title, category, url });
    if (!checked.success) {
      const isMissing = [title, category, url].some((value) => value.trim() === '');
      const { MISSING_FIELDS, INVALID_REQUEST } = errorCatalogue;
      const at: FieldErrors = {};
      for (const issue of checked.error.issues) at[issue.path[0] as keyof Values] ??= issue.message;
      return showErrors((isMissing ? MISSING_FIELDS : INVALID_REQUEST).message, at);
    }
    setFormError(null);
    setBusy(true);
    // Stored with the draft, so that a retry after a reload is still the same video.
    const key = readDraftText(draft, 'key') || newIdempotencyKey();
    const sent = video ? draft : { ...draft, key };
    setDraft(sent);
    try {
      await (video ? changeVideo(video, checked.data) : addVideo(checked.data, key));
      showToast({ title: video ? 'Video updated' : 'Video added', tone: 'success' });
      // Somebody who left and returned may have written on.
      if (readStored(stored) === sent) setDraft(null);
      if (form.current) onDone();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      showErrors(failure.message, failure.fields ?? {});
    } finally {
      setBusy(false);
    }
  };

  const cancel = () => {
    setDraft(null);
    onDone();
  };

  return { form, values, fieldErrors, formError, busy, set, submit, cancel };
};
