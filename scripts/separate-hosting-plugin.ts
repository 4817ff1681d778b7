import type { Plugin } from 'vite';
import { BRAND } from '../contract/shared/brand.ts';
import { contentSecurityPolicy, serializePolicy } from '../contract/shared/content-security-policy.ts';
import { createManifest } from '../server/http/manifest.ts';

/** Directives that browsers only accept in a header. */
const HEADER_ONLY = 'frame-ancestors';

/**
 * For a web app hosted separately from its API (VITE_API_BASE): the CSP and manifest, which our server would send,
 * become part of the build, because static hosts only serve files.
 */
export const separateHosting = (api: string | undefined): Plugin => ({
  name: 'separate-hosting',
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
