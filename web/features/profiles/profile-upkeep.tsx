import type { User } from '../../../contract/auth.ts';
import { useProfileUpkeep } from './use-profile.ts';

/** Sends what was saved offline, from whichever screen the network returns to. Draws nothing. */
const ProfileUpkeep = ({ user }: { user: User }) => {
  useProfileUpkeep(user);
  return null;
};

export default ProfileUpkeep;
