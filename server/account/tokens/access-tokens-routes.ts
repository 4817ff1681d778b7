import * as routes from '../../../contract/account/access-tokens.ts';
import { type ContractApp, succeed } from '../../http/contract-routes.ts';
import type { AccessTokensService } from './access-tokens-service.ts';

export const accessTokensRoutes = (
  app: ContractApp,
  { accessTokens }: { accessTokens: AccessTokensService },
): void => {
  app.handle(routes.listAccessTokens, ({ viewer }) => accessTokens.list(viewer));
  app.handle(routes.createAccessToken, ({ viewer, body, origin }) =>
    accessTokens.create(viewer, body, origin),
  );
  app.handle(routes.revokeAccessToken, ({ viewer, params, origin }) =>
    succeed(accessTokens.revoke(viewer, params.id, origin)),
  );
};
