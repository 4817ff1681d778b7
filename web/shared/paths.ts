import type { IdeaType } from '../../contract/ideas/ideas.ts';
import type { Market } from '../../contract/ideas/markets.ts';
import { STAFF_PATH } from '../../contract/shared/brand.ts';

/** State of the history entry of `educatorIdeas` after publishing on `newIdea`. */
export type PublishedState = { publishedId: string | undefined };

const low = (name: string) => name.toLowerCase();

/** Every path of the web app: SPEC §2's route table and SPEC §10's additions. */
export const paths = {
  home: '/',
  customerLogin: '/login',
  /** The default; a deployment may configure another (`useStaffPath`). */
  educatorLogin: STAFF_PATH,

  educatorDashboard: '/educator/dashboard',
  educator: '/educator',
  educatorIdeas: '/educator/ideas',
  newIdea: '/educator/ideas/new',
  educatorChat: '/educator/chat',
  educatorProfile: '/educator/profile',

  testNotifications: '/test-notifications',

  customerDashboard: '/customer/dashboard',
  customer: '/customer',
  category: '/category',
  customerMarket: (market: Market) => `/customer/${low(market)}`,
  history: (market: Market, ideaType: IdeaType) => `/customer/${low(market)}/${low(ideaType)}`,
  customerChat: '/customer/chat',
  channel: (roomId: string) => `/customer/chat?channel=${encodeURIComponent(roomId)}`,
  customerProfile: '/customer/profile',
  customerVideos: '/customer/videos',
  results: '/customer/results',
  educators: '/customer/educators',
  bookmarks: '/customer/bookmarks',
  educatorRecord: (educatorId: string) => `/customer/educators/${encodeURIComponent(educatorId)}`,

  /** A published track record, for everybody. */
  publicRecord: (educatorId: string) => `/record/${encodeURIComponent(educatorId)}`,

  /** The permanent address of an idea, for both roles. */
  idea: (id: string) => `/ideas/${encodeURIComponent(id)}`,

  /** The same page with the replay open. */
  replay: (id: string) => `/ideas/${encodeURIComponent(id)}?replay`,

  learn: '/learn',
  glossary: '/learn/glossary',
  glossaryTerm: (slug: string) => `/learn/glossary#${slug}`,
  lessons: '/learn/lessons',
  practice: '/learn/practice',

  /** The server writes these two into mails, with a token in the fragment. */
  invitation: '/invitation',
  confirmEmail: '/confirm-email',
  notMe: '/not-me',
  resetPassword: '/reset-password',
  forgotPassword: '/forgot-password',

  terms: '/terms',
  privacy: '/privacy',
  verify: '/verify',

  /** For operators; links of the admin command lead here, with a token in the fragment. */
  operator: '/operator',
} as const;
