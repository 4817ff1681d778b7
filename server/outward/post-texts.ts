import { describeResult } from '../../contract/ideas/idea-result.ts';
import { hasEnded, type IdeaStep, normalizeStatus, type TradeIdea } from '../../contract/ideas/ideas.ts';
import { formatR, getPlan, levelFields, levelNames, riskReward } from '../../contract/ideas/levels.ts';
import { describeStep } from '../../contract/ideas/step-text.ts';
import { formatTimeFrame } from '../../contract/ideas/time-frames.ts';
import { formatAuthor, formatCategory, formatTitle } from '../../contract/notifications/idea-message.ts';
import type { OutwardEvent } from '../../contract/outward/idea-posts.ts';
import { PAST_RESULTS } from '../../contract/record/track-record.ts';
import { SHORT_DISCLAIMER } from '../../contract/shared/brand.ts';
import { capitalise, isolateDirection } from '../../contract/shared/text.ts';

/** What a post says, before a service's markup. */
export type PostText = { title: string; lines: readonly string[]; url: string | null; disclaimer: string };

/** Levels with the R of exits, and where they were moved from: R belongs to the plan. */
const formatLevels = (idea: TradeIdea): string[] => {
  const plan = getPlan(idea);
  const ratios = new Map(riskReward(plan)?.exits.map(({ name, r }) => [name as string, r]));
  return levelFields.flatMap((name) => {
    const r = ratios.get(name);
    const isMoved = plan[name] !== null && plan[name] !== idea[name];
    const notes = [isMoved && `moved from ${plan[name]}`, r && formatR(r)].filter(Boolean).join(', ');
    return idea[name] ? [`${levelNames[name]}: ${idea[name]}${notes && ` (${notes})`}`] : [];
  });
};

const formatUtc = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`;

/** "Successful. Exit 2 (1.0985), +1.6R". */
const formatEnd = (idea: TradeIdea, showsLevels: boolean): string => {
  const result = describeResult(idea);
  const status = normalizeStatus(idea.status);
  const price = showsLevels && idea.result_level && idea[idea.result_level];
  const label = status !== 'invalid' || idea.result_level ? result?.label : null;
  const reached = [label, price && `(${price})`].filter(Boolean).join(' ');
  return `${capitalise(status)}. ${[reached, result?.r].filter(Boolean).join(', ')}`;
};

/** What happened to an idea, with these of its steps, and how it is now. Never what to do. */
export const ideaText = (
  idea: TradeIdea,
  event: OutwardEvent,
  {
    showsLevels,
    baseUrl,
    steps,
  }: { showsLevels: boolean; baseUrl: string | undefined; steps: readonly IdeaStep[] },
): PostText => {
  const ended = hasEnded(idea.status);
  const about = `${formatTitle(idea)} · ${formatCategory(idea)}`;
  return {
    title: event === 'changed' || event === 'step' ? `${about} · changed` : about,
    lines: [
      ...(ended ? [formatEnd(idea, showsLevels)] : []),
      ...steps.map(describeStep),
      ...(showsLevels ? formatLevels(idea) : []),
      `${formatAuthor(idea)} · ${formatTimeFrame(idea.time_frame)} · published ${formatUtc(idea.created_at)}`,
    ],
    url: baseUrl ? `${baseUrl}/ideas/${idea.id}` : null,
    disclaimer: ended ? `${PAST_RESULTS} ${SHORT_DISCLAIMER}` : SHORT_DISCLAIMER,
  };
};

/** A message in a channel. */
export const messageText = (said: { user_name: string; message: string; room: string | null }): PostText => ({
  title: [said.user_name, said.room]
    .filter((name) => name !== null)
    .map(isolateDirection)
    .join(' in '),
  lines: [said.message],
  url: null,
  disclaimer: SHORT_DISCLAIMER,
});

/** How a service writes a text. */
type Markup = {
  limit: number;
  encode: (character: string) => string;
  /** What stands before; behind it stands the same, or the end tag. */
  bold: string;
  italic: string;
  link: (url: string) => string;
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** For HTML, and for Slack. */
export const escapeEntity = (character: string): string => entities[character] ?? character;

/** As much of an escaped text as there is room for. */
const cutEscaped = (text: string, { encode }: Markup, room: number): string => {
  let fitted = '';
  for (const character of text) {
    const next = fitted + encode(character);
    if (next.length >= room) return `${fitted}…`;
    fitted = next;
  }
  return fitted;
};

export const renderText = ({ title, lines, url, disclaimer }: PostText, markup: Markup): string => {
  const mark = (text: string, tag: string) =>
    `${tag}${[...text].map(markup.encode).join('')}${tag.replace('<', '</')}`;
  const head = `${mark(title, markup.bold)}\n`;
  const foot = `${url ? `\n${markup.link(url)}` : ''}\n${mark(disclaimer, markup.italic)}`;
  return head + cutEscaped(lines.join('\n'), markup, markup.limit - head.length - foot.length) + foot;
};
