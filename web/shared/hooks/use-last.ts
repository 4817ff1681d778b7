import { useState } from 'react';

/** The value, or the last one when it is null: what a dialog shows while it closes. */
export const useLast = <T>(value: T | null): T | null => {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
};
