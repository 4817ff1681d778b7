import { Link, useSearch } from 'wouter';
import type { Role } from '../../../contract/account/auth.ts';
import { useStaffPath } from '../../shared/api/config.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { hasDraft } from '../../shared/storage/session-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { Notice } from '../../shared/ui/notice.tsx';

/** Says on the login why the person is here, until the next sign-in. Educators get a link to their own login. */
const EndedSessionNotice = ({ selectedRole }: { selectedRole: Role }) => {
  const [ended] = useStored(storageKeys.endedSession);
  const search = useSearch();
  const staffPath = useStaffPath();
  if (!ended) return null;
  return (
    <Notice tone="accent" alert>
      <p>
        Your session has ended. Please sign in again.
        {ended.isUnsent && ' Nothing was sent.'}
        {hasDraft(ended.userId) && ' Your draft is saved.'}
      </p>
      {ended.role === 'educator' && selectedRole === 'customer' && (
        <Link
          href={search ? `${staffPath}?${search}` : staffPath}
          className="quiet-link inline-flex min-h-11 items-center font-medium underline"
        >
          Go to educator login
        </Link>
      )}
    </Notice>
  );
};

export default EndedSessionNotice;
