import type { ReactNode } from 'react';
import { DISCLAIMER } from '../../../contract/brand.ts';

/** SPEC §1: what the product is not, under every screen; links above it where a screen has some. */
export const SiteFooter = ({ children }: { children?: ReactNode }) => (
  <footer className="column grid justify-items-center gap-4 pt-2 pb-10 text-center text-xs text-faint">
    {children}
    <p className="max-w-240 text-balance">{DISCLAIMER}</p>
  </footer>
);
