import * as links from '../../../contract/account/account-links.ts';
import { type ContractApp, getOrigin, succeed } from '../../http/contract-routes.ts';
import type { AccountLinksService } from './account-links-service.ts';

export const accountLinksRoutes = (
  app: ContractApp,
  { accountLinks }: { accountLinks: AccountLinksService },
): void => {
  app.handle(links.viewInvitation, ({ body }) => accountLinks.viewInvitation(body.token));

  app.handle(links.invitationPasskeyOptions, ({ body }) => accountLinks.createPasskeyOptions(body));

  app.handle(links.acceptInvitation, ({ body, request }) =>
    accountLinks.acceptInvitation(body, getOrigin(request)),
  );

  app.handle(links.requestPasswordReset, ({ body, request }) =>
    succeed(accountLinks.requestPasswordReset(body, getOrigin(request))),
  );

  app.handle(links.viewPasswordReset, ({ body }) => accountLinks.viewPasswordReset(body.token));

  app.handle(links.resetPassword, ({ body, request }) =>
    accountLinks.resetPassword(body, getOrigin(request)),
  );

  app.handle(links.changeEmail, ({ viewer, body, request }) =>
    succeed(accountLinks.changeEmail(viewer, body.email, getOrigin(request))),
  );

  app.handle(links.viewEmailChange, ({ body }) => accountLinks.viewEmailChange(body.token));

  app.handle(links.confirmEmailChange, ({ body, request }) =>
    accountLinks.confirmEmailChange(body.token, getOrigin(request)),
  );

  app.handle(links.viewNotMe, ({ body }) => accountLinks.viewNotMe(body.token));

  app.handle(links.confirmNotMe, ({ body, request }) =>
    accountLinks.confirmNotMe(body.token, getOrigin(request)),
  );
};
