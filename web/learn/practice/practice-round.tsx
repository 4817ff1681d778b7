import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import {
  askPracticeQuestion,
  type Forecast,
  type LeftOut,
  type PracticeQuestion,
} from '../../../contract/learn/practice.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { rememberFocus } from '../../shared/ui/focus-region.ts';
import { runWithoutOverlay } from '../../shared/ui/overlay-history.ts';
import { PendingQuery } from '../../shared/ui/pending-query.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { ForecastForm } from './forecast-form.tsx';
import { ForecastResult } from './forecast-result.tsx';
import { describeLeftOut } from './format-practice.ts';
import { QuestionCard } from './question-card.tsx';
import { type Answer, useAnswer, useQuestion } from './use-practice.ts';

const Question = ({
  question,
  answered,
  isFirst,
  onNext,
}: {
  question: PracticeQuestion;
  /** The stored answer, when somebody returns to it. */
  answered: Forecast | null;
  isFirst: boolean;
  onNext: () => void;
}) => {
  const { answer, forecast = answered, isSaving, error, isAnswered } = useAnswer(question.id);
  const [, navigate] = useLocation();
  const pair = useRef<HTMLHeadingElement>(null);
  const result = useRef<HTMLHeadingElement>(null);
  const isFocusHere = useRef<() => boolean>(() => true);
  const submit = (given: Answer) => {
    isFocusHere.current = rememberFocus();
    answer(given);
  };
  // The button that was pressed is gone: the focus moves to what it led to.
  useEffect(() => {
    if (!isFirst) pair.current?.focus();
  }, [isFirst]);
  useEffect(() => {
    if (!forecast) return;
    if (isFocusHere.current()) result.current?.focus();
    // Back from the idea shows this result again.
    return runWithoutOverlay(() => navigate(`${paths.practice}?forecast=${forecast.id}`, { replace: true }));
  }, [forecast, navigate]);
  return (
    <QuestionCard question={question} heading={pair}>
      {forecast ? (
        <ForecastResult forecast={forecast} heading={result} onNext={onNext} />
      ) : (
        <ForecastForm question={question} isSaving={isSaving} error={error} onSubmit={submit} />
      )}
      {isAnswered && (
        <Button className="mt-5" onClick={onNext}>
          Next question
        </Button>
      )}
    </QuestionCard>
  );
};

const NothingLeft = ({ leftOut }: { leftOut: LeftOut }) => (
  <EmptyState title="Nothing left to forecast">
    <p>You have answered every closed idea with a clear result. New ones appear as ideas are closed.</p>
    <p className="mt-2 text-sm">{describeLeftOut(leftOut)}</p>
  </EmptyState>
);

/** One question after another. The address names the answered one that is shown. */
export const PracticeRound = () => {
  const [round, setRound] = useState(0);
  const [, navigate] = useLocation();
  const answeredId = new URLSearchParams(useSearch()).get('forecast');
  const query = useQuestion(round, answeredId);
  const { data } = query;
  const next = () => {
    navigate(paths.practice, { replace: true });
    setRound(round + 1);
  };
  if (data?.question)
    return (
      <Question
        key={data.question.id}
        question={data.question}
        answered={data.forecast}
        isFirst={round === 0}
        onNext={next}
      />
    );
  if (data?.left_out) return <NothingLeft leftOut={data.left_out} />;
  return (
    <PendingQuery query={query} label="Loading question" failure={askPracticeQuestion.failure}>
      <Skeleton className="h-120 rounded-l" />
    </PendingQuery>
  );
};
