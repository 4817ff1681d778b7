import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { useBookmark } from './use-bookmarks.ts';

export const BookmarkButton = ({ ideaId, pair }: { ideaId: string; pair: string }) => {
  const { isLoaded, isBookmarked, save } = useBookmark(ideaId);
  const toggle = async () => {
    const problem = await save({ is_bookmarked: !isBookmarked });
    if (problem) showToast({ title: 'Bookmark not saved', description: problem, tone: 'error' });
  };
  return (
    <Button
      size="s"
      variant="quiet"
      disabled={!isLoaded}
      aria-pressed={isBookmarked}
      aria-label={`Bookmark ${pair}`}
      onClick={() => void toggle()}
    >
      <Icon name="bookmark" size={16} filled={isBookmarked} className={isBookmarked ? 'text-accent' : ''} />
      Bookmark
    </Button>
  );
};
