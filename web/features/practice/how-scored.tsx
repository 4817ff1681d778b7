import type { ReactNode } from 'react';
import { Icon } from '../../shared/ui/icon.tsx';

/** The statistics behind practice, for those who ask. */
export const HowScored = ({ children }: { children: ReactNode }) => (
  <details className="group text-sm text-muted">
    <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-s hover:text-text">
      <Icon name="right" size={16} className="group-open:rotate-90" />
      How is this scored?
    </summary>
    <div className="mt-1 grid max-w-[64ch] gap-2 text-pretty">{children}</div>
  </details>
);
