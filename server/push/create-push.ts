import type { Clock } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { PushDevicesService } from './devices-service.ts';
import type { EndpointPolicy } from './endpoint-policy.ts';
import { RenewalLimit } from './renewal-limit.ts';
import { PushSettingsService } from './settings-service.ts';
import { VapidKeyStore } from './vapid-keys.ts';

/** Everything of Web Push that one process has. */
export type Push = {
  keys: VapidKeyStore;
  devices: PushDevicesService;
  settings: PushSettingsService;
  renewals: RenewalLimit;
};

export const createPush = ({
  db,
  clock,
  endpoints,
}: {
  db: Db;
  clock: Clock;
  endpoints: EndpointPolicy;
}): Push => ({
  keys: new VapidKeyStore(db),
  devices: new PushDevicesService(db, endpoints, clock),
  settings: new PushSettingsService(db, clock),
  renewals: new RenewalLimit(),
});
