import { IdeaDetail } from '../detail/idea-detail.tsx';
import type { Idea } from '../idea-model.ts';
import { useViewing } from '../reading/use-viewing.ts';

const Viewing = ({ idea }: { idea: Idea }) => {
  useViewing(idea, true);
  return null;
};

/** The detail where no card shows the idea: opening it is what views it. */
const ViewedDetail = ({ idea, onClose }: { idea: Idea | null; onClose: () => void }) => (
  <>
    {idea && <Viewing key={idea.id} idea={idea} />}
    <IdeaDetail idea={idea} onClose={onClose} />
  </>
);

export default ViewedDetail;
