import type { ProfileField, ProfileFields } from '../../../contract/profiles.ts';

/** A value replaced by a later change. */
export type OverruledValue = { field: ProfileField; value: ProfileFields[ProfileField] };

export type ProfileVersion = { fields: ProfileFields; updatedAt: string };

const isLater = (a: ProfileVersion, b: ProfileVersion): boolean =>
  Date.parse(a.updatedAt) > Date.parse(b.updatedAt);

/**
 * Three-way merge of the local and the server profile, field by field. A field that only one side changed since `base`
 * keeps that change. Of two changes the later one wins, and the other value is returned, so that nothing is lost silently.
 * With equal times the server wins, because other devices already have its value.
 */
export const mergeProfiles = (
  base: ProfileFields,
  local: ProfileVersion,
  server: ProfileVersion,
): { fields: ProfileFields; overruled: OverruledValue[] } => {
  const [winner, loser] = isLater(local, server) ? [local, server] : [server, local];
  const names = Object.keys(base) as ProfileField[];
  const overruled: OverruledValue[] = [];
  const merged = names.map((field) => {
    const [winning, losing] = [winner.fields[field], loser.fields[field]];
    if (winning === base[field]) return [field, losing];
    if (losing !== base[field] && losing !== winning) overruled.push({ field, value: losing });
    return [field, winning];
  });
  return { fields: Object.fromEntries(merged) as ProfileFields, overruled };
};

export const areFieldsEqual = (a: ProfileFields, b: ProfileFields): boolean =>
  (Object.keys(a) as ProfileField[]).every((field) => a[field] === b[field]);
