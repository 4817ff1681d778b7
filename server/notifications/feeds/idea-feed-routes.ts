import { createHash } from 'node:crypto';
import { type FeedFormat, getIdeaFeed } from '../../../contract/notifications/idea-feed.ts';
import type { AccessTokensService } from '../../account/tokens/access-tokens-service.ts';
import { type ContractApp, SENT } from '../../http/contract-routes.ts';
import { isNotModified } from '../../http/etags.ts';
import type { RateLimiter } from '../../http/rate-limiter.ts';
import { AppError } from '../../shared/app-error.ts';
import { toNetwork } from '../../shared/network.ts';
import { type Feed, toAtom, toJsonFeed } from './feed-formats.ts';
import { type IdeaFeedParts, readIdeaFeed } from './idea-feed-service.ts';

const formats: Record<FeedFormat, { write: (feed: Feed) => string; contentType: string }> = {
  atom: { write: toAtom, contentType: 'application/atom+xml; charset=utf-8' },
  json: { write: toJsonFeed, contentType: 'application/feed+json; charset=utf-8' },
};
const MAX_AGE_SECONDS = 300;

type Parts = IdeaFeedParts & { accessTokens: AccessTokensService; rateLimiter: RateLimiter };

export const ideaFeedRoutes = (app: ContractApp, parts: Parts): void => {
  const { accessTokens, rateLimiter } = parts;
  app.handle(getIdeaFeed, async ({ params, request, reply }): Promise<typeof SENT> => {
    const [, token = '', format] = /^(.+)\.(atom|json)$/.exec(params.file) ?? [];
    const addressId = await accessTokens.findFeed(token);
    if (addressId === undefined) {
      rateLimiter.consume('unknown', toNetwork(request.ip));
      throw new AppError('NOT_FOUND');
    }
    rateLimiter.consume('feed', addressId);
    const { write, contentType } = formats[format as FeedFormat];
    const body = Buffer.from(write(await readIdeaFeed(parts, addressId)));
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    reply.headers({ 'cache-control': `private, max-age=${MAX_AGE_SECONDS}`, etag });
    if (isNotModified(request, etag)) reply.code(304).send();
    else reply.type(contentType).send(body);
    return SENT;
  });
};
