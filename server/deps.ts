import type { FastifyBaseLogger } from 'fastify';
import { createTellOwner, MAX_MAILS } from './account/links/account-links.ts';
import { AccountLinksService } from './account/links/account-links-service.ts';
import { LinkJobs } from './account/links/link-jobs.ts';
import { Mailer } from './account/mail/mailer.ts';
import { OwnAccountService } from './account/own-account-service.ts';
import { PasskeysService } from './account/passkeys/passkeys-service.ts';
import { SecondFactorService } from './account/second-factor-service.ts';
import { OwnSessionsService } from './account/sessions/own-sessions-service.ts';
import { Sessions } from './account/sessions/sessions-service.ts';
import { SignInLimits } from './account/sessions/sign-in-limits.ts';
import { SignInService } from './account/sessions/sign-in-service.ts';
import { AccessTokensService } from './account/tokens/access-tokens-service.ts';
import { AllowListService } from './account/users/allow-list.ts';
import type { PasswordHasher } from './account/users/password-hashing.ts';
import { createCandles } from './candles/create-candles.ts';
import { ChatService } from './chat/chat-service.ts';
import type { Database } from './database/database.ts';
import { isPublicDemoLogin } from './demo/demo-people.ts';
import { RateLimiter } from './http/rate-limiter.ts';
import { combineNotifiers } from './ideas/idea-notifier.ts';
import { IdeasService } from './ideas/ideas-service.ts';
import { IdeasSnapshot } from './ideas/ideas-snapshot.ts';
import { JobRunner, type JobRunnerOptions } from './jobs/job-runner.ts';
import { AskableIdeas } from './learn/practice/askable-ideas.ts';
import { PracticeService } from './learn/practice/practice-service.ts';
import { FeedFollower } from './live/feed-follower.ts';
import { LiveHub } from './live/live-hub.ts';
import { Presence } from './live/presence.ts';
import { createMediaService } from './media/create-media-service.ts';
import { createPush } from './notifications/create-push.ts';
import { pushNotifier } from './notifications/idea-notifications.ts';
import { OutboundConnections } from './notifications/transport/connections.ts';
import type { EndpointPolicy } from './notifications/transport/endpoint-policy.ts';
import { OperatorsService } from './operator/operators-service.ts';
import { announceMessage, outwardNotifier } from './outward/outward-notifier.ts';
import { PostSender } from './outward/post-sender.ts';
import { TrackRecordService } from './record/track-record-service.ts';
import type { Clock } from './shared/clock.ts';
import type { Env } from './shared/env.ts';
import { demoPolicy } from './shared/exposure.ts';

/** So many destinations may hang before another one waits for them. */
const POST_WORKERS = 4;

/** Creates every service of one process; nothing is started yet. */
export const createDeps = (
  given: {
    database: Database;
    env: Env;
    clock: Clock;
    pushEndpoints: EndpointPolicy;
    passwords: PasswordHasher;
    jobs: JobRunnerOptions;
  },
  log: FastifyBaseLogger,
) => {
  const { pushEndpoints, passwords, jobs, ...common } = given;
  const { database, clock, env } = common;
  const sessions = new Sessions(database.db, clock, env.educatorSecondFactor);
  const limits = new SignInLimits(database, clock, env);
  const isRejected = demoPolicy(env).allowSignIn ? () => false : isPublicDemoLogin;
  const tellOwner = createTellOwner(env, clock);
  const account = { db: database.db, clock, env, sessions, limits, passwords, tellOwner };
  const onNewBrowser = createTellOwner(env, clock, MAX_MAILS);
  const signIn = new SignInService({ ...account, isRejected, onNewBrowser });
  const passkeys = new PasskeysService({ ...account, signIn });
  const feed = new FeedFollower(database.connectionString, log);
  const media = createMediaService(database.db, env, clock);
  const ownAccount = new OwnAccountService(database, sessions, media, clock);
  const hub = new LiveHub(feed, sessions, clock);
  const push = createPush({
    db: database.db,
    clock,
    endpoints: pushEndpoints,
    brand: env.brand,
    contact: env.pushContact,
    findIdea: (id) => ideas.find(id),
    log,
  });
  const notifier = combineNotifiers(pushNotifier, outwardNotifier);
  const candles = createCandles(database.db, env, hub, { clock, log, notifier });
  const followers = combineNotifiers(notifier, candles.follower);
  const ideas = new IdeasService(database.db, feed, clock, followers, env.disclosure);
  const posts = new PostSender({
    db: database.db,
    clock,
    env,
    // A post is never sent again unasked, as one over a kept-alive connection may have to be.
    connections: new OutboundConnections(pushEndpoints, { keepAlive: false }),
    findIdea: (id) => ideas.find(id),
    log,
  });
  const mailer = env.mail && new Mailer(env.mail, log);
  const linkJobs = mailer && new LinkJobs(database.db, clock, env, mailer);
  return {
    ...common,
    sessions,
    rateLimiter: new RateLimiter(env, clock),
    signIn,
    ownSessions: new OwnSessionsService(account),
    passkeys,
    accessTokens: new AccessTokensService(account),
    operators: new OperatorsService(database.db, clock, env),
    allowList: new AllowListService(database.db),
    ownAccount,
    secondFactor: new SecondFactorService(account),
    accountLinks: new AccountLinksService({ ...account, signIn, passkeys }),
    /** Undefined where mail is not set up. */
    mailer,
    feed,
    hub,
    presence: new Presence(database.db, hub),
    ideas,
    snapshot: new IdeasSnapshot(database.db, feed),
    candles,
    chat: new ChatService(database.db, feed, clock, announceMessage),
    media,
    trackRecords: new TrackRecordService(database.db, feed),
    practice: new PracticeService(database.db, new AskableIdeas(database.db, feed), {
      clock,
      random: Math.random,
      candles,
    }),
    push,
    posts,
    jobs: new JobRunner(
      database,
      {
        tasks: { ...push.jobs.tasks, ...ownAccount.tasks, ...linkJobs?.tasks },
        lanes: [
          { tasks: posts.tasks, workers: POST_WORKERS },
          ...(linkJobs ? [{ tasks: linkJobs.serialTasks, workers: 1 }] : []),
        ],
      },
      log,
      jobs,
    ),
  };
};

/** What routes get. */
export type Deps = ReturnType<typeof createDeps>;
