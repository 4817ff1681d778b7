import { useSyncExternalStore } from 'react';
import { DISCLAIMER } from '../../../contract/brand.ts';
import { lazyPart } from '../../shared/loading/lazy-part.tsx';
import { Mark } from '../../shared/ui/mark.tsx';
import { LadderStrip } from './ladder-strip.tsx';

const LoginProof = lazyPart(async () => ({ default: (await import('./login-example.tsx')).LoginExample }), {
  kind: 'background',
});

/** From this width, the introduction is beside the form. Phones do not load its illustration. */
const WIDE = '(min-width: 64rem)';
const subscribe = (listener: () => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};
const useWide = () => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);

const NarrowIntro = () => (
  <div>
    <p className="text-2xl leading-tight font-bold tracking-[-0.03em]">Every idea, drawn to scale.</p>
    <LadderStrip />
  </div>
);

const WideIntro = () => (
  <>
    <div>
      <p className="max-w-[11ch] text-6xl leading-[1.02] font-bold tracking-[-0.04em] text-balance">
        Every idea, drawn to scale.
      </p>
      <p className="mt-5 max-w-[44ch] text-lg text-pretty text-muted">
        Seven educators. Entries, invalidation and exits you can see before you read, and a record that counts
        the losses too.
      </p>
      {/* Loaded after the form; the minimum height prevents a layout shift. */}
      <div className="mt-9 min-h-95">
        <LoginProof />
      </div>
    </div>
    <p className="max-w-[70ch] text-xs text-pretty text-faint">{DISCLAIMER}</p>
  </>
);

/** Introduces the product beside the login form. */
export const LoginIntro = () => (
  <section
    aria-label="About Chartlark"
    className="relative flex flex-col justify-between gap-7 px-6 pt-6 lg:gap-10 lg:border-r lg:border-line-soft lg:bg-linear-to-b lg:from-transparent lg:to-sunken lg:px-14 lg:py-12"
  >
    <Mark withName size={32} className="text-xl" />
    {useWide() ? <WideIntro /> : <NarrowIntro />}
  </section>
);
