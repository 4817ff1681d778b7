import type { Placeholder } from '../screens/placeholder-screen.tsx';

/** Screens of SPEC §2 that are not built yet: what will be there. */
export const testNotificationsPlaceholder = (home: string): Placeholder => ({
  title: 'Test notifications',
  icon: 'bell',
  coming: 'Send yourself a notification and see that it arrives.',
  points: ['A plain test, and a sample of a new trade idea', 'What to check when nothing arrives'],
  back: { label: 'Back', href: home },
});
