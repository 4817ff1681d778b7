import { Notice } from '../../shared/ui/notice.tsx';
import { useDeletionViewing } from './use-viewing.ts';

/** Above an idea that was deleted while it is read. */
export const DeletedNotice = ({ ideaId }: { ideaId: string }) => {
  useDeletionViewing(ideaId);
  return <Notice tone="error">The educator deleted this idea. This is the last version you saw.</Notice>;
};
