import { lazyPart } from './lazy-part.tsx';
import { useLatestToast } from './toast.ts';

const ToastHost = lazyPart(() => import('./toast-host.tsx'), { kind: 'background' });

/** Preloads the lazy part, so that toasts work offline. */
export const preloadToasts = ToastHost.preload;

/** Mounted once at the root. Its lazy part loads with the first toast. */
export const Toasts = () => {
  const message = useLatestToast();
  return message && <ToastHost message={message} />;
};
