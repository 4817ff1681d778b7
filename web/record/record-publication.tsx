import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getPublication, putPublication } from '../../contract/record/public-record.ts';
import { callRoute } from '../shared/api/api-request.ts';
import { routeQuery } from '../shared/api/route-query.ts';
import { paths } from '../shared/paths.ts';
import { Button } from '../shared/ui/button.tsx';
import { cardClass } from '../shared/ui/card-class.ts';
import { CopyButton } from '../shared/ui/copy-button.tsx';
import { showToast } from '../shared/ui/toast.ts';

/** Where educators publish their own track record, and take it back; nothing unless the operator allows it. */
export const RecordPublication = ({ educatorId }: { educatorId: string }) => {
  const client = useQueryClient();
  const queryKey = [getPublication.path];
  const { data } = useQuery(routeQuery(getPublication, {}));
  const { mutate, isPending } = useMutation({
    mutationFn: (published: boolean) => callRoute(putPublication, { body: { published } }),
    onSuccess: (stored) => client.setQueryData(queryKey, stored),
    onError: ({ message }) => showToast({ title: 'Not saved', description: message, tone: 'error' }),
  });
  const published = data?.published ?? null;
  if (published === null) return null;
  const address = location.origin + paths.publicRecord(educatorId);
  return (
    <section className={`${cardClass} p-4.5 sm:p-7`}>
      <h2 className="mb-2 text-xl">Public page</h2>
      <p className="max-w-190 text-sm text-pretty text-muted">
        {published ? 'Anyone with this link can' : 'Once published, anyone with the link can'} see your name
        and each closed idea: its pair, direction, times, result and what prices say of it; of a deleted one
        all but the pair. They can see how many ideas are active and since when, and download the change log,
        where levels, status, results and checks of closed ideas, and their changes, can be read. Active
        ideas, notes, uploads and lessons are never shown. Copies that others make stay when you take the page
        back.
      </p>
      {published && (
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <a href={address} className="py-1.5 font-medium wrap-anywhere underline">
            {address}
          </a>
          <CopyButton text={address} label="Copy link" />
        </p>
      )}
      <Button
        className="mt-4"
        variant={published ? 'secondary' : 'primary'}
        busy={isPending}
        onClick={() => mutate(!published)}
      >
        {published ? 'Take back my record' : 'Publish my record'}
      </Button>
    </section>
  );
};
