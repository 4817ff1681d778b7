import {
  addOperatorPasskey,
  endOperatorSession,
  getOperator,
  openOperatorSession,
  operatorRegistrationOptions,
  operatorSignIn,
  operatorSignInOptions,
  removeOperatorPasskeys,
} from '../../contract/operator/operator-access.ts';
import { type ContractApp, getOrigin, succeed } from '../http/contract-routes.ts';
import type { OperatorsService } from './operators-service.ts';

export const operatorAccessRoutes = (
  app: ContractApp,
  { operators }: { operators: OperatorsService },
): void => {
  app.handle(openOperatorSession, ({ body, request }) => operators.open(body.token, getOrigin(request)));
  app.handle(operatorSignInOptions, () => operators.createSignInOptions());
  app.handle(operatorSignIn, ({ body, request }) => operators.signIn(body.response, getOrigin(request)));

  app.handle(getOperator, ({ operator }) => operators.view(operator));
  app.handle(endOperatorSession, ({ operator }) => succeed(operators.endSession(operator)));
  app.handle(operatorRegistrationOptions, ({ operator }) => operators.createRegistrationOptions(operator));
  app.handle(addOperatorPasskey, ({ operator, body, request }) =>
    succeed(operators.addPasskey(operator, body.response, getOrigin(request))),
  );
  app.handle(removeOperatorPasskeys, ({ operator, request }) =>
    succeed(operators.removePasskeys(operator, getOrigin(request))),
  );
};
