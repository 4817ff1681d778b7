import type { NewUser } from '../account/users/users-service.ts';

type DemoPerson = Omit<NewUser, 'passwordHash'> & { password: string | null };

/** Demo data. The passwords are public, in the README. */
export const DEMO_CUSTOMER_PASSWORD = 'learn-to-trade';
export const DEMO_EDUCATOR_PASSWORD = 'teach-to-trade';

const educator = (
  educatorId: string,
  firstName: string,
  lastName: string,
  specialty: string,
  profilePath: string | null,
): DemoPerson => ({
  role: 'educator',
  email: `educator${educatorId}@demo.test`,
  firstName,
  lastName,
  specialty,
  educatorId,
  profilePath,
  password: DEMO_EDUCATOR_PASSWORD,
});

/** Demo data: seven educators, five of them with a profile path (SPEC §10), and one customer. No real people. */
export const demoPeople: DemoPerson[] = [
  educator('1', 'Ada', 'Wren', 'Swing Trading', 'ada-wren'),
  educator('2', 'Milo', 'Finch', 'Forex Trading', 'milo-finch'),
  educator('3', 'Iris', 'Swift', 'Cryptocurrency', 'iris-swift'),
  educator('4', 'Noel', 'Crane', 'Technical Analysis', 'noel-crane'),
  educator('5', 'June', 'Martin', 'Day Trading', 'june-martin'),
  educator('6', 'Theo', 'Heron', 'Fundamental Analysis', null),
  educator('7', 'Lena', 'Starling', 'Options Trading', null),
  // SPEC §3: id 9 is test data without sign-in, hidden from customers.
  { ...educator('9', 'Test', 'Data', 'Trading', null), password: null },
  {
    role: 'customer',
    email: 'customer@demo.test',
    firstName: 'Demo',
    lastName: 'Customer',
    password: DEMO_CUSTOMER_PASSWORD,
  },
];

/** Whether these are a demo account's email and the password that everybody can read. */
export const isPublicDemoLogin = (email: string, password: string): boolean =>
  demoPeople.some((person) => person.email === email && person.password === password);
