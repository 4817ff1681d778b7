import type { RiskReward } from '../../../contract/levels.ts';

const WIDTH = 84;
const HEIGHT = 10;
const SLOPE = 3;

/** The ladder laid down and made small: risk hatched, reward rising, to scale. The R beside it says the same. */
export const RiskBar = ({ risk }: { risk: RiskReward }) => {
  const reward = Math.max(0, risk.headline.toNumber());
  const split = WIDTH / (1 + reward);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-2.5 w-12 xs:w-21"
    >
      <rect x={split} width={WIDTH - split} height={HEIGHT} rx="2" fill="var(--rise)" opacity=".55" />
      <rect width={split} height={HEIGHT} rx="2" fill="var(--fall-wash)" />
      {Array.from({ length: Math.floor(split / 5) }, (_, index) => index * 5 + SLOPE).map((x) => (
        <path key={x} d={`M${x - SLOPE} ${HEIGHT}L${x + SLOPE} 0`} stroke="var(--fall)" strokeWidth="1.5" />
      ))}
      <rect x={split - 1} width="2" height={HEIGHT} fill="var(--note)" />
    </svg>
  );
};
