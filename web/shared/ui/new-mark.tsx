/** Marks an entry of a list that came since the list was last seen. */
export const NewMark = () => (
  <span className="rounded-full bg-negative px-2 text-2xs font-bold text-negative-ink">New</span>
);
