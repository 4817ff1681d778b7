import { useRef, useState } from 'react';
import { errorCatalogue } from '../../../contract/errors.ts';
import { newVideo, type Video } from '../../../contract/videos.ts';
import { ApiError } from '../../shared/api/api-request.ts';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { addVideo, changeVideo } from './use-videos.ts';

type Values = { title: string; category: string; url: string };
type FieldErrors = Partial<Record<keyof Values, string | undefined>>;

const emptyValues: Values = { title: '', category: '', url: '' };

/** State, validation and submission of the video form. */
export const useVideoForm = (video: Video | null, onDone: () => void) => {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>(video ?? emptyValues);
  /** A retry is the same video; changed content is another one. */
  const key = useRef<string>(null);
  const [fieldErrors, setErrors] = useState<FieldErrors>({});
  const [formError, setFormError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const set = (name: keyof Values, value: string) => {
    key.current = null;
    setValues((now) => ({ ...now, [name]: value }));
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
    key.current ??= newIdempotencyKey();
    try {
      await (video ? changeVideo(video, checked.data) : addVideo(checked.data, key.current));
      showToast({ title: video ? 'Video updated' : 'Video added', tone: 'success' });
      if (form.current) onDone();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      showErrors(failure.message, failure.fields ?? {});
    } finally {
      setBusy(false);
    }
  };

  return { form, values, fieldErrors, formError, busy, set, submit };
};
