import type { ProfileField, ProfileFields } from '../../../contract/profiles.ts';

/** A value that gave way to a later one. */
export type Overruled = { field: ProfileField; value: ProfileFields[ProfileField] };

export type Side = { fields: ProfileFields; updatedAt: string };

const isLater = (a: Side, b: Side): boolean => Date.parse(a.updatedAt) > Date.parse(b.updatedAt);

/**
 * One profile of what this device and the server hold, field by field: what only one of them changed since they `agreed` is
 * kept; what both changed is the later writer's, and the other's value is handed back, so that nothing is lost silently.
 * At the same time the server's wins, as other devices have it already.
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
