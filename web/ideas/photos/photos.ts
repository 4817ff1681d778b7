import type { Idea } from '../idea-model.ts';

/**
 * The photos of an idea, including the legacy chart. The page's CSP allows images of this origin only, so images elsewhere
 * are links.
 */
export const splitPhotos = (
  { image_urls, chart_url }: Pick<Idea, 'image_urls' | 'chart_url'>,
  origin: string,
): { shown: string[]; elsewhere: string[] } => {
  const all = [...new Set([...image_urls, ...(chart_url ? [chart_url] : [])])];
  const own = (url: string) => {
    if (/^data:image\//.test(url)) return true;
    return URL.canParse(url, origin) && new URL(url, origin).origin === origin;
  };
  return {
    shown: all.filter(own),
    elsewhere: all.filter((url) => !own(url) && /^https:\/\//.test(url)),
  };
};
