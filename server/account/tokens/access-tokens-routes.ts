import * as routes from '../../../contract/account/access-tokens.ts';
import { type ContractApp, getOrigin, succeed } from '../../http/contract-routes.ts';
import type { AccessTokensService } from './access-tokens-service.ts';

export const accessTokensRoutes = (
  app: ContractApp,
  { accessTokens }: { accessTokens: AccessTokensService },
): void => {
  app.handle(routes.listAccessTokens, ({ viewer }) => accessTokens.list(viewer));
  app.handle(routes.createAccessToken, ({ viewer, body, request }) =>
    accessTokens.create(viewer, body, getOrigin(request)),
  );
  app.handle(routes.revokeAccessToken, ({ viewer, params, request }) =>
    succeed(accessTokens.revoke(viewer, params.id, getOrigin(request))),
  );
};
