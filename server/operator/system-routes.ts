import {
  actOnDestination,
  addDestination,
  getSystem,
  listDestinations,
} from '../../contract/operator/system.ts';
import { type ContractApp, succeed } from '../http/contract-routes.ts';
import { type SystemParts, SystemService } from './system-service.ts';

export const systemRoutes = (app: ContractApp, deps: SystemParts): void => {
  const system = new SystemService(deps);
  app.handle(getSystem, () => system.view());
  app.handle(listDestinations, ({ operator }) => system.listDestinations(operator));
  app.handle(addDestination, ({ operator, body }) => system.addDestination(operator, body));
  app.handle(actOnDestination, ({ operator, params, body }) =>
    succeed(system.actOnDestination(operator, params.id, body.action)),
  );
};
