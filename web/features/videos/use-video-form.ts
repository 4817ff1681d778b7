import { useRef, useState } from 'react';
import { errorCatalogue } from '../../../contract/errors.ts';
import { newVideo, type Video } from '../../../contract/videos.ts';
import { ApiError } from '../../shared/api/api-request.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { saveVideo } from './use-videos.ts';

type Values = { title: string; category: string; url: string };
type FieldErrors = Partial<Record<keyof Values, string | undefined>>;

const emptyValues: Values = { title: '', category: '', url: '' };

/** State, validation and submission of the video form. A failure loses no input. */
export const useVideoForm = (video: Video | null, onDone: () => void) => {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>(video ?? emptyValues);
  const [fieldErrors, setErrors] = useState<FieldErrors>({});
  const [formError, setFormError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const set = (name: keyof Values, value: string) => {
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
    try {
      await saveVideo(video, checked.data);
      showToast({ title: video ? 'Video updated' : 'Video added', tone: 'success' });
      onDone();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      showErrors(failure.message, failure.fields ?? {});
    } finally {
      setBusy(false);
    }
  };

  return { form, values, fieldErrors, formError, busy, set, submit };
};
