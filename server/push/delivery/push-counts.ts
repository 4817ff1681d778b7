/** Counters of this process since its start. */
export type PushCounts = {
  /** Requests to push services. */
  sent: number;
  accepted: number;
  gone: number;
  failed: number;
};

export const noCounts = (): PushCounts => ({ sent: 0, accepted: 0, gone: 0, failed: 0 });
