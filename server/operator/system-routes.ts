import * as routes from '../../contract/operator/system.ts';
import { type ContractApp, succeed } from '../http/contract-routes.ts';
import { type SystemParts, SystemService } from './system-service.ts';

export const systemRoutes = (app: ContractApp, deps: SystemParts): void => {
  const system = new SystemService(deps);
  app.handle(routes.getSystem, () => system.view());
  app.handle(routes.listDestinations, ({ operator }) => system.listDestinations(operator));
  app.handle(routes.addDestination, ({ operator, body }) => system.addDestination(operator, body));
  app.handle(routes.actOnDestination, ({ operator, params, body }) =>
    succeed(system.actOnDestination(operator, params.id, body.action)),
  );
};
