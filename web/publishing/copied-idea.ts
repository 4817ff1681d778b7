import type { Idea } from '../ideas/idea-model.ts';
import { onSessionReset } from '../shared/storage/session-reset.ts';

/** The idea that the next form for a new one begins with. Read once, so it needs no store. */
let copied: Idea | null = null;
onSessionReset(() => {
  copied = null;
});

export const copyAsNew = (idea: Idea): void => {
  copied = idea;
};

export const takeCopied = (): Idea | null => {
  const idea = copied;
  copied = null;
  return idea;
};
