import { Icon, type IconName } from '../../shared/ui/icon.tsx';

/** The hints of SPEC §2. A test goes to the user's own devices; an educator can send to all (DESIGN §14). */
const hints: { icon: IconName; text: string }[] = [
  { icon: 'bell', text: 'Subscribe first: turn notifications on for this device, then send a test.' },
  {
    icon: 'user',
    text: 'A test goes to all your subscribed devices. Educators can also send one to all subscribers.',
  },
  {
    icon: 'plus',
    text: 'Works in the browser and the app. iPhone and iPad need the app.',
  },
  { icon: 'clock', text: 'Devices that are offline get it when they reconnect.' },
];

export const PushHints = () => (
  <section aria-labelledby="hints" className="px-5 sm:px-6">
    <h2 id="hints" className="text-base font-semibold">
      Good to know
    </h2>
    <ul className="mt-3 grid gap-3">
      {hints.map(({ icon, text }) => (
        <li key={text} className="flex gap-3 text-sm text-pretty text-muted">
          <Icon name={icon} size={18} className="mt-0.5 text-accent" />
          {text}
        </li>
      ))}
    </ul>
  </section>
);
