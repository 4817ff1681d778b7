import * as routes from '../../contract/operator/people.ts';
import { routeUrl } from '../../contract/shared/route.ts';
import { dropInvisible } from '../../contract/shared/text.ts';
import type { ContractApp } from '../http/contract-routes.ts';
import { toPage } from '../http/paging.ts';
import { AppError } from '../shared/app-error.ts';
import { type PeopleParts, PeopleService } from './people-service.ts';

/** The last address of a page. Throws INVALID_CURSOR for what no address has. */
const parseAddress = (cursor: string): string => {
  const address = Buffer.from(cursor, 'base64url').toString();
  if (!/^\P{Cc}+$/u.test(address)) throw new AppError('INVALID_CURSOR');
  return address;
};

export const peopleRoutes = (app: ContractApp, deps: PeopleParts): void => {
  const people = new PeopleService(deps);

  app.handle(routes.listPeople, async ({ query, reply }) => {
    const { search, role, state, cursor } = query;
    const filter = {
      search: search && dropInvisible(search),
      role,
      state,
      after: cursor && parseAddress(cursor),
    };
    const rows = await people.list(filter, routes.PEOPLE_PAGE + 1);
    return toPage(reply, rows, routes.PEOPLE_PAGE, ({ email }) =>
      routeUrl(routes.listPeople, {}, { ...query, cursor: Buffer.from(email).toString('base64url') }),
    );
  });

  app.handle(routes.actOnPerson, ({ operator, params, body }) =>
    people.act(operator, params.id, body.action),
  );
  app.handle(routes.previewInvitations, ({ operator, body }) => people.preview(operator, body.csv));
  app.handle(routes.invitePeople, ({ operator, body }) => people.invite(operator, body.people));

  app.handle(routes.listLog, async ({ query, reply }) => {
    const { email, kind, cursor } = query;
    const filter = {
      email: (email && dropInvisible(email)) || undefined,
      kind,
      before: cursor === undefined ? undefined : BigInt(cursor),
    };
    const rows = await people.listLog(filter, routes.LOG_PAGE + 1);
    return toPage(reply, rows, routes.LOG_PAGE, ({ id }) =>
      routeUrl(routes.listLog, {}, { ...query, cursor: id }),
    );
  });
};
