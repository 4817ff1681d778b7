import { useEffectEvent, useLayoutEffect } from 'react';

/** Listens while the component is there. Already before the first paint: a key may follow as soon as it can be seen. */
export const useDocumentEvent = <Name extends keyof DocumentEventMap>(
  name: Name,
  listener: (event: DocumentEventMap[Name]) => void,
  { capture = false } = {},
): void => {
  const onEvent = useEffectEvent(listener);
  useLayoutEffect(() => {
    const listen = (event: DocumentEventMap[Name]) => onEvent(event);
    document.addEventListener(name, listen, { capture });
    return () => document.removeEventListener(name, listen, { capture });
  }, [name, capture]);
};
