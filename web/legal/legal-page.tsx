import type { ReactNode } from 'react';
import { SESSION_LIFETIME_MS, SESSION_MAX_MS } from '../../contract/account/auth.ts';
import { RETENTION_DAYS } from '../../contract/shared/retention.ts';
import { useConfig } from '../shared/api/config.ts';
import { Dialog } from '../shared/ui/dialog.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';

/** The sections of a legal text, for the dialog and for the page. */
const LegalContent = ({ text }: { text: LegalText }) => (
  <div className="grid gap-6 text-pretty">
    {text.sections.map((section) => (
      <section key={section.title}>
        <h2 className="mb-1.5 text-lg">{section.title}</h2>
        <div className="text-muted">{section.body}</div>
      </section>
    ))}
  </div>
);

export type LegalName = 'terms' | 'privacy';
type Section = { title: string; body: ReactNode };
type LegalText = { title: string; effective: string; sections: readonly Section[] };

const list = (...points: string[]) => (
  <ul className="mt-2 grid list-disc gap-1.5 pl-5 marker:text-faint">
    {points.map((point) => (
      <li key={point}>{point}</li>
    ))}
  </ul>
);

const DAY_MS = 24 * 60 * 60 * 1000;
const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;

/** From this deployment's settings. */
const Retention = () => {
  const authLogDays = useConfig()?.authLogDays;
  return (
    <>
      <p>As long as you have an account, and of what happens meanwhile:</p>
      {list(
        `the log of sign-ins, with network address and browser: ${authLogDays ? days(authLogDays) : 'a limited time'}`,
        `a session: ${days(SESSION_LIFETIME_MS / DAY_MS)} after its last use, ${days(SESSION_MAX_MS / DAY_MS)} at most; a record of it for ${days(RETENTION_DAYS.endedSessions)} more`,
        `the networks and browsers you sign in from: ${days(RETENTION_DAYS.knownBrowsers)} after the last time`,
        'a count of failed sign-ins by network: an hour',
        'passkeys, the codes of an authenticator app, API tokens and feed addresses with their last use: until you remove them or your account is deleted',
        `links for a new password or another email, with the address you asked for: ${days(RETENTION_DAYS.links)} after they stop working; an invitation until it is accepted`,
        `which notifications reached your devices: ${days(RETENTION_DAYS.deliveries)}; the device itself until you turn notifications off or log out there`,
        'bookmarks, private notes and what you have read: until you delete them or your account; an alert also until its idea is closed',
        'your practice forecasts and reasons: until you delete your account',
        'technical logs of requests, with network address and account number: as long as those who run this service keep them',
        'what educators publish, with its history of changes: for good, because the record depends on it',
      )}
      <p className="mt-2">
        When an account is deleted, its data are deleted with it, and the log of sign-ins no longer says whose
        they were. Copies in backups go when the backups do.
      </p>
    </>
  );
};

/** The legal texts that SPEC §2 requires. */
const legalTexts: Record<LegalName, LegalText> = {
  terms: {
    title: 'Terms of Service',
    effective: 'Effective January 2025',
    sections: [
      {
        title: 'Disclaimer of liability',
        body: (
          <p>
            Everything on Chartlark is for educational purposes. Trade ideas, notes, charts and chat messages
            show how an educator reads a market; none of them is investment advice, and none is made for your
            own circumstances. Chartlark offers no broker services, holds no money and executes no trades.
            Whether you trade, what and how much, is your decision alone and at your own risk.
          </p>
        ),
      },
      {
        title: 'Results are not typical',
        body: (
          <p>
            A result shown here is the result of one idea at one time. Past results promise nothing for the
            future, and yours may be very different. Trading currencies and digital assets, above all with
            leverage, can cost you all the money you put in. Never trade with money you cannot afford to lose.
          </p>
        ),
      },
      {
        title: 'Use of the platform',
        body: (
          <>
            <p>Your account is for you. When you use Chartlark you agree to:</p>
            {list(
              'keep your password to yourself and tell us if someone else may know it',
              'read the ideas for your own learning, and not copy, resell or publish them elsewhere',
              'don’t disrupt the service, bypass its limits or access other accounts',
              'respect the educators and the other readers',
            )}
            <p className="mt-2">
              Accounts that break these rules may be closed. Educator access is for authorized educators only,
              and is logged.
            </p>
          </>
        ),
      },
      {
        title: 'Limitation of liability',
        body: (
          <p>
            As far as the law allows, Chartlark, its educators and its operators are not liable for losses or
            lost profits that follow from using the content, from relying on it, from mistakes in it, or from
            the service being late, interrupted or unavailable. Live updates and notifications may arrive late
            or not at all: do not depend on them for a decision.
          </p>
        ),
      },
    ],
  },
  privacy: {
    title: 'Privacy Policy',
    effective: 'Effective January 2025',
    sections: [
      {
        title: 'Information we collect',
        body: (
          <>
            <p>Only what the service needs:</p>
            {list(
              'personal information: your name, your email address, and what you choose to put in your profile',
              'usage data: sign-ins and logouts, and the technical details of a request such as its address and time',
              'cookies and browser storage: they keep you signed in and remember your theme, your notification settings and what you have read',
            )}
          </>
        ),
      },
      {
        title: 'How we use it',
        body: (
          <p>
            To sign you in, to show you ideas and messages, to send the notifications you asked for, to keep
            accounts safe, and to fix problems. We use it for nothing else.
          </p>
        ),
      },
      {
        title: 'Sharing',
        body: (
          <p>
            We do not sell your information. What educators publish, with their names, may also be posted to
            groups that those who run this service choose, where it stays; and educators may publish their
            track record for everyone. Information is otherwise shared only with services that run Chartlark
            for us, such as hosting and the delivery of notifications, and where required by law. Links to
            other services, for example the messaging group, follow their own terms. Prices are asked for by
            our server, from the source named below a chart, which learns nothing about you. Those who run
            this service see your name, your email, your sign-ins and the state of your account, not your
            notes; what they change is logged.
          </p>
        ),
      },
      {
        title: 'Security',
        body: (
          <p>
            Passwords are stored only as salted hashes, sessions can be ended at any time, and access is
            limited to those who need it. No service is perfectly safe; should something happen that concerns
            you, we will tell you.
          </p>
        ),
      },
      {
        title: 'How long we keep it',
        body: <Retention />,
      },
      {
        title: 'Your rights',
        body: (
          <p>
            You may see, correct or delete your information by contacting support. Customers change their
            email, download their data and delete their account themselves, under Security in the menu of
            their account. You may opt out of marketing messages at any time; messages about your account may
            still reach you.
          </p>
        ),
      },
      {
        title: 'Contact',
        body: (
          <p>
            Questions about your information or this policy go to support, through the messaging link on the
            login page or the person who gave you your account.
          </p>
        ),
      },
    ],
  },
};

/** A legal text in a dialog over the login; loaded on demand. */
export const LegalDialog = ({
  name,
  ...dialog
}: {
  name: LegalName;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) => {
  const text = legalTexts[name];
  return (
    <Dialog {...dialog} title={text.title} description={text.effective}>
      <LegalContent text={text} />
    </Dialog>
  );
};

/** /terms and /privacy: the same texts as pages. */
export const LegalPage = ({ name }: { name: LegalName }) => {
  const text = legalTexts[name];
  return (
    <div className="mx-auto max-w-190">
      <PageHead title={text.title} subtitle={text.effective} />
      <div className="column pb-6">
        <LegalContent text={text} />
      </div>
    </div>
  );
};
