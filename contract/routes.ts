import * as accessTokens from './account/access-tokens.ts';
import * as account from './account/account.ts';
import * as accountLinks from './account/account-links.ts';
import * as auth from './account/auth.ts';
import * as ownData from './account/own-data.ts';
import * as passkeys from './account/passkeys.ts';
import * as profiles from './account/profiles.ts';
import * as secondFactor from './account/second-factor.ts';
import { getIdeaChart } from './candles/idea-chart.ts';
import { getOwnPrices, putCheckComment } from './candles/own-prices.ts';
import * as chat from './chat/chat.ts';
import * as chatWriting from './chat/chat-writing.ts';
import { listEducators } from './educators/educators.ts';
import { followEducator, listFollows, unfollowEducator } from './educators/follows.ts';
import { listBookmarks, putBookmark } from './ideas/bookmarks.ts';
import * as ideaRevisions from './ideas/idea-revisions.ts';
import * as ideas from './ideas/ideas.ts';
import { addReadingState, getReadership, getReadingState } from './ideas/reading.ts';
import * as lessons from './learn/lessons.ts';
import * as practice from './learn/practice.ts';
import * as videos from './learn/videos.ts';
import { getPresence } from './live/presence.ts';
import { live } from './live-events.ts';
import { getMedia, uploadMedia } from './media/media.ts';
import { getIdeaFeed } from './notifications/idea-feed.ts';
import { listNews, markNewsRead } from './notifications/news.ts';
import { getPreferences, putPreferences } from './notifications/preferences.ts';
import * as push from './notifications/push.ts';
import * as operatorAccess from './operator/operator-access.ts';
import * as people from './operator/people.ts';
import * as system from './operator/system.ts';
import { listIdeaPosts } from './outward/idea-posts.ts';
import { listTemplates, putTemplates } from './publishing/idea-templates.ts';
import * as ideaWriting from './publishing/idea-writing.ts';
import { getLedger } from './record/ledger.ts';
import * as publicRecord from './record/public-record.ts';
import { listTrackRecords } from './record/track-record.ts';
import { config } from './shared/config.ts';
import * as health from './shared/health.ts';
import type { RouteDefinition } from './shared/route.ts';

/** Every HTTP route. The role matrix, the API page and the fuzz tests iterate over this list. */
export const routes = [
  auth.login,
  auth.logout,
  auth.currentUser,
  account.listSessions,
  account.endSession,
  account.endAllSessions,
  account.endOtherSessions,
  account.confirmPassword,
  account.changePassword,
  secondFactor.getSecondFactor,
  secondFactor.startTimeCode,
  secondFactor.confirmTimeCode,
  secondFactor.removeTimeCode,
  secondFactor.renewRecoveryCodes,
  accessTokens.listAccessTokens,
  accessTokens.createAccessToken,
  accessTokens.revokeAccessToken,
  ownData.listActivity,
  ownData.exportOwnData,
  ownData.deleteOwnAccount,
  passkeys.passkeySignInOptions,
  passkeys.passkeySignIn,
  passkeys.listPasskeys,
  passkeys.passkeyRegistrationOptions,
  passkeys.addPasskey,
  passkeys.renamePasskey,
  passkeys.removePasskey,
  passkeys.passkeyConfirmOptions,
  passkeys.confirmPasskey,
  accountLinks.viewInvitation,
  accountLinks.invitationPasskeyOptions,
  accountLinks.acceptInvitation,
  accountLinks.requestPasswordReset,
  accountLinks.viewPasswordReset,
  accountLinks.resetPassword,
  accountLinks.changeEmail,
  accountLinks.viewEmailChange,
  accountLinks.confirmEmailChange,
  accountLinks.viewNotMe,
  accountLinks.confirmNotMe,
  config,
  listEducators,
  ideas.listIdeas,
  ideas.getIdea,
  ideaRevisions.listIdeaRevisions,
  getIdeaChart,
  getOwnPrices,
  putCheckComment,
  ideaWriting.createIdea,
  ideaWriting.updateIdea,
  ideaWriting.addIdeaStep,
  ideaWriting.undoIdeaChange,
  ideaWriting.deleteIdea,
  listTemplates,
  putTemplates,
  getLedger,
  listFollows,
  followEducator,
  unfollowEducator,
  listBookmarks,
  putBookmark,
  getReadership,
  getReadingState,
  addReadingState,
  listNews,
  markNewsRead,
  getIdeaFeed,
  practice.askPracticeQuestion,
  practice.answerPracticeQuestion,
  practice.getPracticeSummary,
  practice.listForecasts,
  practice.getForecast,
  practice.reviewLessonCard,
  listTrackRecords,
  publicRecord.getPublicRecord,
  publicRecord.getPublicLedger,
  publicRecord.getPublication,
  publicRecord.putPublication,
  chat.listRooms,
  chat.listMessages,
  chatWriting.sendMessage,
  chatWriting.editMessage,
  chatWriting.deleteMessage,
  getPreferences,
  putPreferences,
  push.subscribePush,
  push.unsubscribePush,
  push.renewPush,
  push.getPushSettings,
  push.putPushSettings,
  push.getIdeaDeliveries,
  push.listIdeaDeliveries,
  listIdeaPosts,
  push.sendTestPush,
  push.sendTestTradePush,
  uploadMedia,
  getMedia,
  profiles.listPublicProfiles,
  profiles.getUserProfile,
  profiles.createUserProfile,
  profiles.updateUserProfile,
  profiles.updateCurrentUser,
  profiles.putProfileImage,
  profiles.deleteProfileImage,
  profiles.getProfileImage,
  videos.listVideos,
  videos.createVideo,
  videos.updateVideo,
  videos.deleteVideo,
  lessons.listLessons,
  lessons.countLessons,
  live,
  getPresence,
  operatorAccess.openOperatorSession,
  operatorAccess.operatorSignInOptions,
  operatorAccess.operatorSignIn,
  operatorAccess.getOperator,
  operatorAccess.endOperatorSession,
  operatorAccess.operatorRegistrationOptions,
  operatorAccess.addOperatorPasskey,
  operatorAccess.removeOperatorPasskeys,
  people.listPeople,
  people.actOnPerson,
  people.previewInvitations,
  people.invitePeople,
  people.listLog,
  system.getSystem,
  system.listDestinations,
  system.addDestination,
  system.actOnDestination,
  health.healthz,
  health.readyz,
  health.metrics,
] as const satisfies readonly RouteDefinition[];
