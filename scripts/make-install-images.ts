// `node scripts/make-install-images.ts`: generates the app's icons from web/public/favicon.svg and the install
// screenshots from docs/screenshots into web/public/install. Run it after the logo or the screens change.
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}web/public/install`;
const favicon = readFileSync(`${root}web/public/favicon.svg`, 'utf8');

/** The logo's grid: 28 units, corner radius 8. */
const SIZE = 28;
const shapes = favicon
  .replace(/<svg[^>]*>|<\/svg>/g, '')
  .replace(/<title>.*?<\/title>/, '')
  .replace(/<rect[^>]*\/>/, '');
const ground = /<rect[^>]*fill="(#\w+)"/.exec(favicon)?.[1];
if (!ground) throw new Error('favicon.svg has no ground any more');

const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}">${content}</svg>`);

/** The logo scaled down on a full background, for systems that crop icons. */
const fullBleed = (scale: number) => {
  const shift = (SIZE * (1 - scale)) / 2;
  const mark = `<g transform="translate(${shift} ${shift}) scale(${scale})">${shapes}</g>`;
  return svg(`<rect width="${SIZE}" height="${SIZE}" fill="${ground}"/>${mark}`);
};
/** For Android's status bar, which uses only the outline. */
const outline = svg(shapes.replaceAll(/#[0-9a-f]{6}/gi, '#ffffff'));

const icon = (source: Buffer, size: number, name: string) =>
  sharp(source, { density: (72 * size) / SIZE })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toFile(`${out}/${name}.png`);

const picture = (name: string, crop: { width: number; height: number }, as: string) =>
  sharp(`${root}docs/screenshots/${name}.png`)
    .resize({ ...crop, position: 'top' })
    .webp({ quality: 82, effort: 6 })
    .toFile(`${out}/${as}.webp`);

mkdirSync(out, { recursive: true });
await Promise.all([
  icon(Buffer.from(favicon), 192, 'icon-192'),
  icon(Buffer.from(favicon), 512, 'icon-512'),
  icon(fullBleed(0.86), 512, 'maskable-512'),
  icon(fullBleed(0.92), 180, 'apple-touch-icon'),
  icon(outline, 96, 'badge-96'),
  picture('market-1440-dark', { width: 1280, height: 800 }, 'market-wide'),
  picture('markets-1440-dark', { width: 1280, height: 800 }, 'markets-wide'),
  picture('market-360-dark', { width: 360, height: 740 }, 'market-narrow'),
  picture('markets-360-dark', { width: 360, height: 740 }, 'markets-narrow'),
]);
