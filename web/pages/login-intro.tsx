import { DISCLAIMER } from '../../contract/shared/brand.ts';
import { useMedia, WIDE_SCREEN } from '../shared/hooks/use-media.ts';
import { lazyPart } from '../shared/loading/lazy-part.tsx';
import { Mark } from '../shared/ui/mark.tsx';

const MARKS = [
  { x: 0, text: '1.0755', anchor: 'start', colour: 'var(--color-negative)' },
  { x: 89, text: '1.0842', anchor: 'middle', colour: 'var(--color-info)' },
  { x: 169, text: '0.9R', anchor: 'middle', colour: 'var(--color-positive)' },
  { x: 233, text: '1.6R', anchor: 'middle', colour: 'var(--color-positive)' },
  { x: 312, text: '2.5R', anchor: 'end', colour: 'var(--color-positive)' },
] as const;

/** A horizontal ladder as an illustration on phones, drawn without loading the real ladder. */
const LadderStrip = () => (
  <svg viewBox="-1 0 314 44" aria-hidden="true" className="mt-4 w-full max-w-100">
    <defs>
      <pattern
        id="strip-risk"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="2" height="6" fill="var(--color-negative)" />
      </pattern>
      <linearGradient id="strip-reward">
        <stop stopColor="var(--color-positive)" stopOpacity=".2" />
        <stop offset="1" stopColor="var(--color-positive)" stopOpacity=".8" />
      </linearGradient>
    </defs>
    <rect y="4" width="89" height="12" fill="url(#strip-risk)" opacity=".7" />
    <rect x="89" y="4" width="223" height="12" fill="url(#strip-reward)" />
    {MARKS.map(({ x, text, anchor, colour }) => (
      <g key={text}>
        <path d={`M${x} 0V20`} stroke={colour} strokeWidth="2" />
        <text x={x} y="38" textAnchor={anchor} fill="var(--color-muted)" fontSize="12">
          {text}
        </text>
      </g>
    ))}
  </svg>
);

const LoginProof = lazyPart(async () => ({ default: (await import('./login-example.tsx')).LoginExample }), {
  kind: 'background',
});

/** Phones do not load the illustration. */
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
    className="relative flex flex-col justify-between gap-7 px-6 pt-6 max-lg:mx-auto max-lg:w-full max-lg:max-w-112 lg:gap-10 lg:border-r lg:border-line-soft lg:bg-linear-to-b lg:from-transparent lg:to-sunken lg:px-14 lg:py-12"
  >
    <Mark size={32} className="text-xl" />
    {useMedia(WIDE_SCREEN) ? <WideIntro /> : <NarrowIntro />}
  </section>
);
