import type { ReactNode } from 'react';
import { Icon } from '../../shared/ui/icon.tsx';

/** A part of the page that is closed until the reader opens it by its heading. */
export const Disclosure = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="group px-4.5 sm:px-7">
    <summary className="-mx-2 flex min-h-14 cursor-pointer list-none items-center gap-2 rounded-s px-2 hover:text-accent [&::-webkit-details-marker]:hidden">
      <Icon name="right" size={18} className="text-muted group-open:rotate-90" />
      <h2 className="text-lg">{title}</h2>
    </summary>
    <div className="pt-1 pb-6">{children}</div>
  </details>
);
