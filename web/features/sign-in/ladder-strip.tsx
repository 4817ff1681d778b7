const MARKS = [
  { x: 0, text: '1.0755', anchor: 'start', colour: 'var(--negative)' },
  { x: 89, text: '1.0842', anchor: 'middle', colour: 'var(--info)' },
  { x: 169, text: '0.9R', anchor: 'middle', colour: 'var(--positive)' },
  { x: 233, text: '1.6R', anchor: 'middle', colour: 'var(--positive)' },
  { x: 312, text: '2.5R', anchor: 'end', colour: 'var(--positive)' },
] as const;

/** A horizontal ladder as an illustration on phones, drawn without loading the real ladder. */
export const LadderStrip = () => (
  <svg viewBox="-1 0 314 44" aria-hidden="true" className="mt-4 w-full max-w-100">
    <defs>
      <pattern
        id="strip-risk"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="2" height="6" fill="var(--negative)" />
      </pattern>
      <linearGradient id="strip-reward">
        <stop stopColor="var(--positive)" stopOpacity=".2" />
        <stop offset="1" stopColor="var(--positive)" stopOpacity=".8" />
      </linearGradient>
    </defs>
    <rect y="4" width="89" height="12" fill="url(#strip-risk)" opacity=".7" />
    <rect x="89" y="4" width="223" height="12" fill="url(#strip-reward)" />
    {MARKS.map(({ x, text, anchor, colour }) => (
      <g key={text}>
        <path d={`M${x} 0V20`} stroke={colour} strokeWidth="2" />
        <text x={x} y="38" textAnchor={anchor} fill="var(--muted)" fontSize="12">
          {text}
        </text>
      </g>
    ))}
  </svg>
);
