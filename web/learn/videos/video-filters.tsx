import { videoCategories } from '../../../contract/learn/videos.ts';
import { EducatorSelect } from '../../educators/educator-select.tsx';
import { FilterSelect, toOptions } from '../../shared/ui/select.tsx';
import type { VideoFilter } from './use-videos.ts';

/** Filters the library by category and educator. */
export const VideoFilters = ({
  choice,
  onChoose,
}: {
  choice: VideoFilter;
  onChoose: (choice: VideoFilter) => void;
}) => (
  <search className="mb-5 grid grid-cols-2 gap-2.5 sm:gap-3 lg:max-w-140">
    <FilterSelect
      label="Category"
      any="All categories"
      value={choice.category}
      onChange={(category) => onChoose({ ...choice, category })}
      options={toOptions(videoCategories)}
    />
    <EducatorSelect
      value={choice.educatorId}
      onChange={(educatorId) => onChoose({ ...choice, educatorId })}
    />
  </search>
);
