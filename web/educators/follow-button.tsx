import { Button } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { useFollow } from './use-follows.ts';

/** Follows an educator: their ideas can be filtered by it, and notifications limited to it. */
export const FollowButton = ({ educatorId, name }: { educatorId: string; name: string }) => {
  const { isLoaded, isFollowed, setFollowed } = useFollow(educatorId);
  return (
    <Button size="s" disabled={!isLoaded} onClick={() => setFollowed(!isFollowed)}>
      <Icon name={isFollowed ? 'check' : 'plus'} size={16} />
      {isFollowed ? 'Following' : 'Follow'}
      <span className="sr-only">{name}</span>
    </Button>
  );
};
