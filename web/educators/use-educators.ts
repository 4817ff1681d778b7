import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type Educator, listEducators } from '../../contract/educators/educators.ts';
import { isPublic } from '../../contract/educators/visibility.ts';
import { routeQuery } from '../shared/api/route-query.ts';
import { useStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';

/** The educators by id. While loading or after a failure: the last list stored on this device (SPEC §10). */
export const useEducators = (): ReadonlyMap<string, Educator> => {
  const [lastGood, keep] = useStored(storageKeys.educators);
  const { data } = useQuery(routeQuery(listEducators, {}));
  useEffect(() => {
    if (data && JSON.stringify(data) !== JSON.stringify(lastGood)) keep(data);
  }, [data, lastGood, keep]);
  const list = data ?? lastGood;
  return useMemo(() => new Map((list ?? []).map((educator) => [educator.id, educator])), [list]);
};

/** The educators whom everyone sees. */
export const usePublicEducators = (): Educator[] =>
  [...useEducators().values()].filter(({ id }) => isPublic(id));
