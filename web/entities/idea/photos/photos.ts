import type { Idea } from '../idea-model.ts';

/**
 * The photos of an idea, legacy columns included (`toIdea` has put photo_url among them; a chart follows). The
 * page's policy shows pictures of this site alone: what lies elsewhere is a link.
 */
export const photosOf = (
  { image_urls, chartUrl }: Pick<Idea, 'image_urls' | 'chartUrl'>,
  origin: string,
): { shown: string[]; elsewhere: string[] } => {
  const all = [...new Set([...image_urls, ...(chartUrl ? [chartUrl] : [])])];
  const own = (url: string) => {
    if (/^data:image\//.test(url)) return true;
    return URL.canParse(url, origin) && new URL(url, origin).origin === origin;
  };
  return {
    shown: all.filter(own),
    elsewhere: all.filter((url) => !own(url) && /^https:\/\//.test(url)),
  };
};
