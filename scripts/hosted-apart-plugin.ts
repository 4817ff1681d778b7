import type { Plugin } from 'vite';
import { BRAND } from '../contract/brand.ts';
import { contentSecurityPolicy, serializePolicy } from '../contract/content-security-policy.ts';
import { createManifest } from '../server/http/manifest.ts';

/** What only a header can say: browsers complain of it in a page. */
const HEADER_ONLY = 'frame-ancestors';

/**
 * For a build that is hosted apart from its API (VITE_API_BASE): what the server would send with the page is put into the
 * build, because any host of plain files will do. The policy stands in the page, the manifest is a file.
 */
export const hostedApart = (api: string | undefined): Plugin => ({
  name: 'hosted-apart',
  apply: 'build',
  config: () => {
    if (api !== undefined && URL.parse(api)?.origin !== api)
      throw new Error(
        `VITE_API_BASE must be an origin like https://api.example.org, not ${JSON.stringify(api)}`,
      );
  },
  transformIndexHtml: () => {
    if (api === undefined) return [];
    const { [HEADER_ONLY]: _, ...policy } = contentSecurityPolicy(api);
    const content = serializePolicy(policy);
    return [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content }, injectTo: 'head-prepend' },
    ];
  },
  generateBundle() {
    if (api === undefined) return;
    const source = JSON.stringify(createManifest(process.env.BRAND || BRAND));
    this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source });
  },
});
