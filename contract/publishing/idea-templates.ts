import * as z from 'zod/mini';
import { ideaType, MAX_PAIR, MAX_TIME_FRAME, orderType } from '../ideas/ideas.ts';
import { market } from '../ideas/markets.ts';
import { defineRoute } from '../shared/route.ts';
import { optionalText, plainText } from '../shared/text.ts';
import { MAX_IDEA_NOTES } from './idea-writing.ts';

/** Per educator. */
export const MAX_TEMPLATES = 3;
export const MAX_TEMPLATE_NAME = 40;

/** What a new idea begins with: what repeats, not its levels. */
const ideaTemplate = z.object({
  name: plainText('Name', MAX_TEMPLATE_NAME),
  pair: optionalText('Pair', MAX_PAIR),
  time_frame: optionalText('Time frame', MAX_TIME_FRAME),
  order_type: orderType,
  idea_type: ideaType,
  market_type: market,
  notes: optionalText('Notes', MAX_IDEA_NOTES),
});
export type IdeaTemplate = z.output<typeof ideaTemplate>;

const templates = z.array(ideaTemplate);

export const listTemplates = defineRoute({
  method: 'GET',
  path: '/api/idea-templates',
  access: 'educator',
  summary: 'Own templates of new ideas',
  failure: 'Failed to load your templates',
  response: templates,
});

/** All at once: they are few, and one list needs no ids. */
export const putTemplates = defineRoute({
  method: 'PUT',
  path: '/api/idea-templates',
  access: 'educator',
  summary: `Store own templates of new ideas, up to ${MAX_TEMPLATES} with different names`,
  failure: 'Failed to save your templates',
  bodyLimit: 64 * 1024,
  body: z.object({
    templates: templates.check(
      z.maxLength(MAX_TEMPLATES, { error: `You can have ${MAX_TEMPLATES} templates` }),
      z.refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
        error: 'Another template has this name',
      }),
    ),
  }),
  response: templates,
});
