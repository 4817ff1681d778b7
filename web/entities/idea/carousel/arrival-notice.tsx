import type { Idea } from '../idea-model.ts';

/** Ideas that came in while another is read: said once, politely, and one press away. */
export const ArrivalNotice = ({
  arrived,
  onShow,
}: {
  arrived: readonly Idea[];
  onShow: (id: string) => void;
}) => {
  const newest = arrived[0];
  return (
    <>
      <p role="status" className="sr-only">
        {newest && `New idea: ${newest.pair}`}
      </p>
      {newest && (
        <button
          type="button"
          onClick={() => onShow(newest.id)}
          className="pointer-events-auto flex h-11 max-w-full animate-arrive items-center rounded-full bg-dawn px-5 text-sm font-semibold text-dawn-ink shadow-float"
        >
          <span className="truncate">
            {arrived.length > 1 ? `${arrived.length} new ideas` : `New idea: ${newest.pair}`}
          </span>
        </button>
      )}
    </>
  );
};
