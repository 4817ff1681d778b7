import type { ReactNode } from 'react';
import { DISCLAIMER } from '../../../contract/shared/brand.ts';

/** SPEC §1's disclaimer below every page, with optional links above it. */
export const SiteFooter = ({ children }: { children?: ReactNode }) => (
  <footer className="column grid justify-items-center gap-4 pt-2 pb-10 text-center text-xs text-faint">
    {children}
    <p className="max-w-240 text-balance">{DISCLAIMER}</p>
  </footer>
);
