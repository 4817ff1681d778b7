import type { ProfileField, ProfileFields } from '../../../contract/profiles.ts';

/** A value replaced by a later change. */
export type Overruled = { field: ProfileField; value: ProfileFields[ProfileField] };

export type Side = { fields: ProfileFields; updatedAt: string };

const isLater = (a: Side, b: Side): boolean => Date.parse(a.updatedAt) > Date.parse(b.updatedAt);

/**
 * Three-way merge of the local and the server profile, field by field. A field that only one side changed since `agreed`
 * keeps that change. Of two changes the later one wins, and the other value is returned, so that nothing is lost silently.
 * With equal times the server wins, because other devices already have its value.
 */
export const mergeProfiles = (
  agreed: ProfileFields,
  mine: Side,
  theirs: Side,
): { fields: ProfileFields; overruled: Overruled[] } => {
  const [winner, loser] = isLater(mine, theirs) ? [mine, theirs] : [theirs, mine];
  const names = Object.keys(agreed) as ProfileField[];
  const overruled: Overruled[] = [];
  const merged = names.map((field) => {
    const [won, lost] = [winner.fields[field], loser.fields[field]];
    if (won === agreed[field]) return [field, lost];
    if (lost !== agreed[field] && lost !== won) overruled.push({ field, value: lost });
    return [field, won];
  });
  return { fields: Object.fromEntries(merged) as ProfileFields, overruled };
};

export const sameFields = (a: ProfileFields, b: ProfileFields): boolean =>
  (Object.keys(a) as ProfileField[]).every((field) => a[field] === b[field]);
