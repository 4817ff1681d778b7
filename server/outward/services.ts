import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { DestinationKind } from '../../contract/outward/idea-posts.ts';
import { dropInvisible } from '../../contract/shared/text.ts';
import type { CallAnswer, OutboundRequest } from '../notifications/transport/connections.ts';
import { publicEndpoints } from '../notifications/transport/endpoint-policy.ts';
import { OperatorError } from '../shared/operator-error.ts';
import { escapeEntity, type PostText, renderText } from './post-texts.ts';

/** A token or an address, and what of it may be shown. */
type Place = { secret: string; target: string };

/** What is posted. `id` stays the same when it is sent again. */
export type Content = { id: string; type: string; at: Date; text: PostText; data: Record<string, unknown> };

type Answered = Extract<CallAnswer, { status: number }>;

/** `gone`: the destination takes nothing any more. `aborted`: by our shutdown, before it had an effect. */
export type Outcome = {
  type: 'sent' | 'retry' | 'failed' | 'gone' | 'uncertain' | 'aborted';
  reason?: string;
  /** The service's id of the message, where it can be edited. */
  serviceId?: string;
  retryAfter?: string | undefined;
  /** Where it is from now on. */
  target?: string;
};

/** One kind of destination. */
type Service = {
  /** Whether a post of unknown fate may be sent again; otherwise it could stand there twice. */
  isRepeatable: boolean;
  /** Reads what the operator pasted. Throws OperatorError. */
  read(line: string, target: string | undefined): Place & { signingKey?: string };
  post(place: Place, content: Content, now: Date): OutboundRequest;
  /** Where messages can be edited. */
  edit?(place: Place, text: PostText, serviceId: string): OutboundRequest;
  judge(answer: Answered): Outcome;
};

const jsonRequest = (method: 'POST' | 'PATCH', url: URL, content: object): OutboundRequest => {
  const body = Buffer.from(JSON.stringify(content));
  return {
    method,
    url,
    headers: { 'content-type': 'application/json', 'content-length': body.length },
    body,
  };
};

/** A place that is an address. */
const readAddress = (line: string, path: RegExp, example: string): Place => {
  const url = URL.parse(dropInvisible(line));
  if (!url || !publicEndpoints.allowsUrl(url) || !path.test(url.pathname))
    throw new OperatorError(`This is no address like ${example}.`, 'secret');
  return { secret: url.href, target: url.host };
};

/** An answer that means something of its own: a pattern for status and body, and words for people. */
type Rule = readonly [pattern: RegExp, type: Outcome['type'], reason: string];

/** A body never becomes part of a reason: it may quote what it was sent. */
const judgeAnswer = ({ status, retryAfter, body }: Answered, rules: readonly Rule[]): Outcome => {
  if (status >= 200 && status < 300) return { type: 'sent' };
  const rule = rules.find(([pattern]) => pattern.test(`${status} ${body}`));
  const isTransient = status === 429 || status === 408 || status === 425 || status >= 500;
  const type = isTransient ? 'retry' : [401, 403, 404, 410].includes(status) ? 'gone' : 'failed';
  return { type: rule?.[1] ?? type, reason: rule?.[2] ?? `answered ${status}`, retryAfter };
};

/** What came of a call, also without an answer. */
export const toOutcome = (service: Pick<Service, 'isRepeatable' | 'judge'>, answer: CallAnswer): Outcome => {
  if (answer.status !== null) return service.judge(answer);
  const { reason, wasSent } = answer;
  if (reason === 'refused') return { type: 'gone', reason: 'its address is not public' };
  if (wasSent && !service.isRepeatable) return { type: 'uncertain', reason: 'no answer' };
  return { type: reason === 'stopped' ? 'aborted' : 'retry', reason: 'no answer' };
};

const answerParts = z.object({
  id: z.string().regex(/^\d+$/).optional(),
  result: z.object({ message_id: z.number() }).optional(),
  parameters: z.object({ retry_after: z.number(), migrate_to_chat_id: z.number() }).partial().optional(),
});
const parseAnswer = (body: string): z.infer<typeof answerParts> => {
  try {
    return answerParts.parse(JSON.parse(body));
  } catch {
    return {};
  }
};

const inBrackets = (url: string) => `<${url}>`;

const telegramMarkup = { limit: 4096, encode: escapeEntity, bold: '<b>', italic: '<i>', link: String };
const telegramRules: readonly Rule[] = [
  [/message is not modified/, 'sent', ''],
  [/chat not found/, 'gone', 'chat not found'],
  [/bot was blocked|bot was kicked|not a member/, 'gone', 'the bot is not in the chat'],
  [/^40[14] /, 'gone', 'the token is wrong'],
  [/can't parse entities/, 'failed', 'text refused'],
  [/too long/, 'failed', 'text too long'],
];

/** Telegram's Bot API. It has no idempotency key. */
const createTelegram = (baseUrl: string): Service => {
  const createRequest = ({ secret, target }: Place, method: string, text: PostText, more: object = {}) =>
    jsonRequest('POST', new URL(`/bot${secret}/${method}`, baseUrl), {
      chat_id: target,
      text: renderText(text, telegramMarkup),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      ...more,
    });
  return {
    isRepeatable: false,
    read: (line, chat = '') => {
      const [token, target] = [line, chat].map(dropInvisible) as [string, string];
      if (!/^\d{5,20}:[\w-]{30,100}$/.test(token))
        throw new OperatorError('This is no token of a bot: BotFather gives one like 123456:ABC….', 'secret');
      if (!/^(@\w{5,32}|-?\d{1,20})$/.test(target))
        throw new OperatorError(
          'The chat must be a group like @name, or its number like -1001234567890.',
          'chat',
        );
      return { secret: token, target };
    },
    post: (place, { text }) => createRequest(place, 'sendMessage', text),
    edit: (place, text, serviceId) =>
      createRequest(place, 'editMessageText', text, { message_id: Number(serviceId) }),
    judge: (answer) => {
      const { result, parameters: { retry_after, migrate_to_chat_id } = {} } = parseAnswer(answer.body);
      if (migrate_to_chat_id)
        return { type: 'retry', reason: 'the group moved', target: String(migrate_to_chat_id) };
      const outcome = judgeAnswer(answer, telegramRules);
      return {
        ...outcome,
        ...(result && { serviceId: String(result.message_id) }),
        ...(retry_after && { retryAfter: String(retry_after) }),
      };
    },
  };
};

const escapeMarkdown = (character: string) => character.replace(/[\\*_~`|>#+[\]()<@:-]/, '\\$&');
const discordMarkup = { limit: 2000, encode: escapeMarkdown, bold: '**', italic: '*', link: inBrackets };
const discordRules: readonly Rule[] = [
  [/"code":\s*10008\b/, 'failed', 'the message was deleted'],
  [/"code":\s*(10015|50027)\b/, 'gone', 'the webhook was deleted'],
  [/"code":\s*50035\b/, 'failed', 'text refused'],
];
/** An edit without `allowed_mentions` would mention people again. */
const createDiscordRequest = (method: 'POST' | 'PATCH', address: string, text: PostText) =>
  jsonRequest(method, new URL(address), {
    content: renderText(text, discordMarkup),
    allowed_mentions: { parse: [] },
  });

const discord: Service = {
  isRepeatable: true,
  read: (line) =>
    readAddress(
      line.replace(/\/?([?#].*)?$/, ''),
      /^\/api(\/v\d+)?\/webhooks\/\d+\/[\w-]+$/,
      'https://discord.com/api/webhooks/1234/…',
    ),
  // With `wait` it answers with the message.
  post: ({ secret }, { text }) => createDiscordRequest('POST', `${secret}?wait=true`, text),
  edit: ({ secret }, text, serviceId) =>
    createDiscordRequest('PATCH', `${secret}/messages/${serviceId}`, text),
  judge: (answer) => {
    const { id } = parseAnswer(answer.body);
    return { ...judgeAnswer(answer, discordRules), ...(id && { serviceId: id }) };
  },
};

const slackMarkup = { limit: 4000, encode: escapeEntity, bold: '*', italic: '_', link: inBrackets };
const slackRules: readonly Rule[] = [
  [/channel_is_archived/, 'gone', 'channel archived'],
  [/channel_not_found/, 'gone', 'channel not found'],
  [/no_service/, 'gone', 'the webhook was deleted'],
  [/action_prohibited/, 'gone', 'not allowed by the workspace'],
  [/invalid_payload/, 'failed', 'text refused'],
];

/** Its answers name no message, so nothing can be edited. */
const slack: Service = {
  isRepeatable: true,
  read: (line) => readAddress(line, /^\/.+/, 'https://hooks.slack.com/services/T…/B…/…'),
  post: ({ secret }, { text }) =>
    jsonRequest('POST', new URL(secret), { text: renderText(text, slackMarkup), unfurl_links: false }),
  judge: (answer) => judgeAnswer(answer, slackRules),
};

/** The signature of the Standard Webhooks specification. `key` begins with whsec_. */
export const signWebhook = (key: string, id: string, seconds: number, body: string): string => {
  const secret = Buffer.from(key.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`;
};

/** A program. The secret is our key, a space and its address. The receiver drops an id that it knows. */
const webhook: Service = {
  isRepeatable: true,
  read: (line) => {
    const { secret, target } = readAddress(line, /^\//, 'https://example.org/hooks');
    const signingKey = `whsec_${randomBytes(32).toString('base64')}`;
    return { secret: `${signingKey} ${secret}`, target, signingKey };
  },
  post: ({ secret }, { id, type, at, text: { title, lines, url, disclaimer }, data }, now) => {
    const [key = '', address = ''] = secret.split(' ');
    const text = [title, ...lines, disclaimer].join('\n');
    const request = jsonRequest('POST', new URL(address), {
      type,
      timestamp: at,
      data: { ...data, text, url },
    });
    const seconds = Math.floor(now.getTime() / 1000);
    const headers = {
      ...request.headers,
      'webhook-id': `msg_${id}`,
      'webhook-timestamp': seconds,
      'webhook-signature': signWebhook(key, `msg_${id}`, seconds, request.body.toString()),
    };
    return { ...request, headers };
  },
  // Anything else may be a fault that its owner repairs.
  judge: (answer) =>
    judgeAnswer(answer, [
      [/^410 /, 'gone', 'the receiver wants no more'],
      [/^/, 'retry', `answered ${answer.status}`],
    ]),
};

export const createServices = (telegramUrl: string): Record<DestinationKind, Service> => ({
  telegram: createTelegram(telegramUrl),
  discord,
  slack,
  webhook,
});
