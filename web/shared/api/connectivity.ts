import { createValueStore } from '../value-store.ts';

/** Whether the last call got an answer, from any server. The browser may be online and still get none. */
export const reachable = createValueStore(true);
