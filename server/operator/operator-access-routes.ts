import * as routes from '../../contract/operator/operator-access.ts';
import { type ContractApp, succeed } from '../http/contract-routes.ts';
import type { OperatorsService } from './operators-service.ts';

export const operatorAccessRoutes = (
  app: ContractApp,
  { operators }: { operators: OperatorsService },
): void => {
  app.handle(routes.openOperatorSession, ({ body, origin }) => operators.open(body.token, origin));
  app.handle(routes.operatorSignInOptions, () => operators.createSignInOptions());
  app.handle(routes.operatorSignIn, ({ body, origin }) => operators.signIn(body.response, origin));

  app.handle(routes.getOperator, ({ operator }) => operators.view(operator));
  app.handle(routes.endOperatorSession, ({ operator }) => succeed(operators.endSession(operator)));
  app.handle(routes.operatorRegistrationOptions, ({ operator }) =>
    operators.createRegistrationOptions(operator),
  );
  app.handle(routes.addOperatorPasskey, ({ operator, body, origin }) =>
    succeed(operators.addPasskey(operator, body.response, origin)),
  );
  app.handle(routes.removeOperatorPasskeys, ({ operator, origin }) =>
    succeed(operators.removePasskeys(operator, origin)),
  );
};
