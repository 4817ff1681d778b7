import { Link, useLocation } from 'wouter';
import { useSignedInUser } from '../account/session/current-user.ts';
import { paths } from '../shared/paths.ts';
import { readStored, writeStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { Button, ButtonLink } from '../shared/ui/button.tsx';
import { cardClass } from '../shared/ui/card-class.ts';
import { Icon, type IconName } from '../shared/ui/icon.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';

const Steps = () => (
  <ol className="mt-4 grid max-w-190 list-decimal gap-2 pl-5 text-pretty text-muted">
    <li>Pick a market. Each card is one idea of an educator, with its levels on a ladder.</li>
    <li>Look at the risk first: the distance from entry 1 to invalidation is 1R.</li>
    <li>Press a word with a dotted line to see what it means, with the numbers of that idea.</li>
    <li>Follow the idea to its close. Its result then counts in the educator's track record.</li>
  </ol>
);

/** Opens the last visited market with the tour, which needs its cards. */
const TourButton = () => {
  const { id } = useSignedInUser();
  const [, navigate] = useLocation();
  const start = () => {
    writeStored(storageKeys.tour(id), 'due');
    writeStored(storageKeys.marketLayout, 'cards');
    navigate(paths.customerMarket(readStored(storageKeys.lastMarket)));
  };
  return (
    <Button variant="primary" onClick={start}>
      Show the tour again
    </Button>
  );
};

const GettingStarted = () => (
  <section className={`${cardClass} p-4.5 sm:p-7`}>
    <h2 className="text-xl">Getting started</h2>
    <Steps />
    <div className="mt-5 flex flex-wrap gap-3">
      <TourButton />
      <ButtonLink href={paths.customerDashboard}>Open the markets</ButtonLink>
    </div>
  </section>
);

type Section = { title: string; text: string; href: string; icon: IconName };

const sections: Section[] = [
  {
    title: 'Glossary',
    text: 'What the words on cards and in track records mean, with drawings.',
    href: paths.glossary,
    icon: 'book',
  },
  {
    title: 'Videos',
    text: 'Short lessons from the educators.',
    href: paths.customerVideos,
    icon: 'play',
  },
  {
    title: 'Lessons learned',
    text: 'What educators took away from ideas that are closed, wins and losses.',
    href: paths.lessons,
    icon: 'edit',
  },
  {
    title: 'Practice',
    text: 'Forecast past ideas, then see how they ended.',
    href: paths.practice,
    icon: 'check',
  },
];

/** A link that covers its whole card. */
const SectionCard = ({ title, text, href, icon }: Section) => (
  <section className={`${cardClass} relative flex items-start gap-4 p-4.5 hover:bg-raised sm:p-6`}>
    <Icon name={icon} size={24} className="mt-px text-accent" />
    <div className="min-w-0">
      <h2 className="text-lg">
        <Link
          href={href}
          className="outline-none after:absolute after:inset-0 after:rounded-l focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          {title}
        </Link>
      </h2>
      <p className="mt-1 text-sm text-pretty text-muted">{text}</p>
    </div>
  </section>
);

/** /learn: where to begin, and everything there is to learn from. */
export const LearnPage = () => (
  <>
    <PageHead title="Learn" subtitle="How to read an idea, and how to get better at judging one" />
    <div className="column grid grid-cols-[minmax(0,1fr)] gap-5">
      <GettingStarted />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-5">
        {sections.map((section) => (
          <SectionCard key={section.title} {...section} />
        ))}
      </div>
    </div>
  </>
);
