import { Icon } from '../shared/ui/icon.tsx';

/** Warnings about an idea, where an educator is asked before it is published or saved. */
export const WarningList = ({ warnings }: { warnings: readonly string[] }) => (
  <ul
    aria-label="Warnings"
    className="grid gap-2 rounded-control bg-accent-wash px-4 py-3.5 text-sm text-pretty wrap-anywhere"
  >
    {warnings.map((warning) => (
      <li key={warning} className="flex gap-2">
        <Icon name="warning" size={18} className="mt-px text-accent" />
        {warning}
      </li>
    ))}
  </ul>
);
