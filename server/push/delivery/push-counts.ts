/** Counters of this process since its start; `waiting` is of all processes, as last counted. */
export type PushCounts = {
  /** Requests to push services. */
  sent: number;
  accepted: number;
  gone: number;
  failed: number;
  waiting: number;
};

export const noCounts = (): PushCounts => ({ sent: 0, accepted: 0, gone: 0, failed: 0, waiting: 0 });
