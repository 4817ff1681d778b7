/** Whether the last call was answered, by whomever. Offline there is no answer; online there may be none either. */
let answered = true;
const listeners = new Set<() => void>();

export const setReachable = (next: boolean): void => {
  if (next === answered) return;
  answered = next;
  for (const listener of listeners) listener();
};

export const isReachable = (): boolean => answered;

export const onReachableChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
