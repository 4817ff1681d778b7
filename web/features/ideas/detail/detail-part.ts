/** What an idea is opened on: everything of it, or what changed on it. */
export type DetailPart = 'everything' | 'changes';
