import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** A line that opens what few readers ask for. */
export const Disclosure = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="group">
    <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-s text-sm text-muted hover:text-text">
      <Icon name="right" size={16} className="group-open:rotate-90" />
      {title}
    </summary>
    {children}
  </details>
);
