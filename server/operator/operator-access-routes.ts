import * as routes from '../../contract/operator/operator-access.ts';
import { type ContractApp, getOrigin, succeed } from '../http/contract-routes.ts';
import type { OperatorsService } from './operators-service.ts';

export const operatorAccessRoutes = (
  app: ContractApp,
  { operators }: { operators: OperatorsService },
): void => {
  app.handle(routes.openOperatorSession, ({ body, request }) =>
    operators.open(body.token, getOrigin(request)),
  );
  app.handle(routes.operatorSignInOptions, () => operators.createSignInOptions());
  app.handle(routes.operatorSignIn, ({ body, request }) =>
    operators.signIn(body.response, getOrigin(request)),
  );

  app.handle(routes.getOperator, ({ operator }) => operators.view(operator));
  app.handle(routes.endOperatorSession, ({ operator }) => succeed(operators.endSession(operator)));
  app.handle(routes.operatorRegistrationOptions, ({ operator }) =>
    operators.createRegistrationOptions(operator),
  );
  app.handle(routes.addOperatorPasskey, ({ operator, body, request }) =>
    succeed(operators.addPasskey(operator, body.response, getOrigin(request))),
  );
  app.handle(routes.removeOperatorPasskeys, ({ operator, request }) =>
    succeed(operators.removePasskeys(operator, getOrigin(request))),
  );
};
