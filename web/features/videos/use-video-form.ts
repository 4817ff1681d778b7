import { useRef, useState } from 'react';
import { errorCatalogue } from '../../../contract/errors.ts';
import { newVideo, type Video } from '../../../contract/videos.ts';
import { ApiError } from '../../shared/api/api-request.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { saveVideo } from './use-videos.ts';

type Values = { title: string; category: string; url: string };
type Faults = Partial<Record<keyof Values, string | undefined>>;

const empty: Values = { title: '', category: '', url: '' };

const faultsOf = (values: Values): Faults => {
  const faults: Faults = {};
  for (const { path, message } of newVideo.safeParse(values).error?.issues ?? [])
    faults[path[0] as keyof Values] ??= message;
  return faults;
};

/** State, validation and submission of the video form. A failure loses no input. */
export const useVideoForm = (video: Video | null, onDone: () => void) => {
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>(video ?? empty);
  const [faults, setFaults] = useState<Faults>({});
  const [formFault, setFormFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const set = (name: keyof Values, value: string) => {
    setValues((now) => ({ ...now, [name]: value }));
    setFaults((now) => ({ ...now, [name]: undefined }));
  };

  const fail = (message: string, at: Faults) => {
    setFormFault(message);
    setFaults(at);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };

  const submit = async () => {
    if (busy) return;
    const { title, category, url } = values;
    const checked = newVideo.safeParse({ title, category, url });
    if (!checked.success) {
      const isMissing = [title, category, url].some((value) => value.trim() === '');
      const { MISSING_FIELDS, INVALID_REQUEST } = errorCatalogue;
      return fail((isMissing ? MISSING_FIELDS : INVALID_REQUEST).message, faultsOf(values));
    }
    setFormFault(null);
    setBusy(true);
    try {
      await saveVideo(video, checked.data);
      toast.show({ title: video ? 'Video updated' : 'Video added', tone: 'success' });
      onDone();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      fail(failure.message, failure.fields ?? {});
    } finally {
      setBusy(false);
    }
  };

  return { form, values, faults, formFault, busy, set, submit };
};
