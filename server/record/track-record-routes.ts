import { listTrackRecords } from '../../contract/record/track-record.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import type { TrackRecordService } from './track-record-service.ts';

export const trackRecordRoutes = (
  app: ContractApp,
  { trackRecords }: { trackRecords: TrackRecordService },
): void => {
  app.handle(listTrackRecords, ({ query, viewer }) => trackRecords.list(viewer.user, query.educatorId));
};
