import type { ReactNode } from 'react';
import { Disclosure } from '../../shared/ui/disclosure.tsx';

/** The statistics behind practice, for those who ask. */
export const HowScored = ({ children }: { children: ReactNode }) => (
  <Disclosure title="How is this scored?">
    <div className="mt-1 grid max-w-[64ch] gap-2 text-sm text-pretty text-muted">{children}</div>
  </Disclosure>
);
