import { LearnSections } from '../learn/learn-sections.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';

/** /learn: where to begin, and everything there is to learn from. */
export const LearnPage = () => (
  <>
    <PageHead title="Learn" subtitle="How to read an idea, and how to get better at judging one" />
    <LearnSections />
  </>
);
