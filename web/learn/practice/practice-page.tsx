import { paths } from '../../shared/paths.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { DueCards } from './due-cards.tsx';
import { ForecastList } from './forecast-list.tsx';
import { PracticeRound } from './practice-round.tsx';
import { PracticeScore } from './practice-score.tsx';

/** /learn/practice: forecasts on closed ideas, their scores, and the lessons of misses. */
export const PracticePage = () => (
  <>
    <PageHead
      title="Practice"
      subtitle="A real idea as it was published. How likely was it to work? Say so in percent, then see how it ended."
      back={{ href: paths.learn, label: 'Back to Learn' }}
    />
    <div className="column grid grid-cols-[minmax(0,1fr)] gap-10 pb-12">
      <PracticeRound />
      <DueCards />
      <PracticeScore />
      <ForecastList />
    </div>
  </>
);
