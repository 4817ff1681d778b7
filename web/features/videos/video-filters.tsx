import { type VideoCategory, videoCategories } from '../../../contract/videos.ts';
import { Select } from '../../shared/ui/select.tsx';
import type { VideoFilter } from './use-videos.ts';

/** Filters the library by category and educator. */
export const VideoFilters = ({
  choice,
  educators,
  onChoose,
}: {
  choice: VideoFilter;
  educators: readonly { id: string; name: string }[];
  onChoose: (choice: VideoFilter) => void;
}) => (
  <search className="mb-5 grid grid-cols-2 gap-2.5 sm:gap-3 lg:max-w-140">
    <Select
      aria-label="Category"
      value={choice.category ?? ''}
      onChange={(event) =>
        onChoose({ ...choice, category: (event.target.value || undefined) as VideoCategory | undefined })
      }
    >
      <option value="">All categories</option>
      {videoCategories.map((category) => (
        <option key={category} value={category}>
          {category}
        </option>
      ))}
    </Select>
    <Select
      aria-label="Educator"
      value={choice.educatorId ?? ''}
      onChange={(event) => onChoose({ ...choice, educatorId: event.target.value || undefined })}
    >
      <option value="">All educators</option>
      {educators.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  </search>
);
