import { Icon, type IconName } from '../../shared/ui/icon.tsx';

/** SPEC §2's hints. Tests go to one's own devices; an educator may address all (DESIGN §14). */
const hints: { icon: IconName; text: string }[] = [
  { icon: 'bell', text: 'Subscribe first: turn notifications on for this device, then send a test.' },
  {
    icon: 'user',
    text: 'A test goes to all devices you have subscribed. Educators may also send one to all subscribers.',
  },
  {
    icon: 'plus',
    text: 'It works in the browser and with the app installed; on iPhone and iPad installed only.',
  },
  { icon: 'clock', text: 'A device that is off or offline receives it when it is back.' },
];

export const PushHints = () => (
  <section aria-labelledby="hints" className="px-5 sm:px-6">
    <h2 id="hints" className="text-base font-semibold">
      Good to know
    </h2>
    <ul className="mt-3 grid gap-3">
      {hints.map(({ icon, text }) => (
        <li key={text} className="flex gap-3 text-sm text-pretty text-muted">
          <Icon name={icon} size={18} className="mt-0.5 text-dawn" />
          {text}
        </li>
      ))}
    </ul>
  </section>
);
