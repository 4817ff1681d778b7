import * as links from '../../../contract/account/account-links.ts';
import { type ContractApp, succeed } from '../../http/contract-routes.ts';
import type { AccountLinksService } from './account-links-service.ts';

export const accountLinksRoutes = (
  app: ContractApp,
  { accountLinks }: { accountLinks: AccountLinksService },
): void => {
  app.handle(links.viewInvitation, ({ body }) => accountLinks.viewInvitation(body.token));

  app.handle(links.invitationPasskeyOptions, ({ body }) => accountLinks.createPasskeyOptions(body));

  app.handle(links.acceptInvitation, ({ body, origin }) => accountLinks.acceptInvitation(body, origin));

  app.handle(links.requestPasswordReset, ({ body, origin }) =>
    succeed(accountLinks.requestPasswordReset(body, origin)),
  );

  app.handle(links.viewPasswordReset, ({ body }) => accountLinks.viewPasswordReset(body.token));

  app.handle(links.resetPassword, ({ body, origin }) => accountLinks.resetPassword(body, origin));

  app.handle(links.changeEmail, ({ viewer, body, origin }) =>
    succeed(accountLinks.changeEmail(viewer, body.email, origin)),
  );

  app.handle(links.viewEmailChange, ({ body }) => accountLinks.viewEmailChange(body.token));

  app.handle(links.confirmEmailChange, ({ body, origin }) =>
    accountLinks.confirmEmailChange(body.token, origin),
  );

  app.handle(links.viewNotMe, ({ body }) => accountLinks.viewNotMe(body.token));

  app.handle(links.confirmNotMe, ({ body, origin }) => accountLinks.confirmNotMe(body.token, origin));
};
