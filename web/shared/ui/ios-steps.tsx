import { Icon, type IconName } from './icon.tsx';

const steps: { icon: IconName; text: string }[] = [
  { icon: 'share', text: 'Tap Share in the toolbar' },
  { icon: 'plus', text: 'Choose Add to Home Screen' },
  { icon: 'check', text: 'Open the app from your home screen' },
];

/** How to install the app on iOS, where the browser has no install prompt. */
export const IosSteps = () => (
  <ol className="grid gap-2">
    {steps.map(({ icon, text }, index) => (
      <li key={text} className="flex items-center gap-3">
        <span className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-wash text-accent">
          <Icon name={icon} size={16} />
        </span>
        <span>
          <span className="sr-only">{`Step ${index + 1}: `}</span>
          {text}
        </span>
      </li>
    ))}
  </ol>
);
