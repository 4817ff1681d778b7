import type { FastifyInstance } from 'fastify';

/** The app's background (web/styles.css, `--color-background`), shown while it starts. */
const BACKGROUND = '#0b0f14';

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/install/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const screenshot = (name: string, size: string, form_factor: 'wide' | 'narrow', label: string) => ({
  src: `/install/${name}.webp`,
  sizes: size,
  type: 'image/webp',
  form_factor,
  label,
});

/** The web app manifest (W3C). Generated, because it contains the deployment's brand. */
export const createManifest = (brand: string) => ({
  id: '/',
  name: brand,
  short_name: brand,
  description:
    'Trade ideas for Forex and Crypto, drawn to scale, the moment they are published. Educational content only.',
  lang: 'en',
  start_url: '/customer/dashboard',
  scope: '/',
  display: 'standalone',
  background_color: BACKGROUND,
  theme_color: BACKGROUND,
  categories: ['education', 'finance'],
  icons: [icon('icon-192', 192, 'any'), icon('icon-512', 512, 'any'), icon('maskable-512', 512, 'maskable')],
  shortcuts: [
    {
      name: 'Forex',
      description: 'Active Forex ideas',
      url: '/customer/forex',
      icons: [icon('icon-192', 192, 'any')],
    },
    {
      name: 'Crypto',
      description: 'Active Crypto ideas',
      url: '/customer/crypto',
      icons: [icon('icon-192', 192, 'any')],
    },
  ],
  screenshots: [
    screenshot('market-wide', '1280x800', 'wide', 'An idea with its levels drawn to scale'),
    screenshot('markets-wide', '1280x800', 'wide', 'Both markets'),
    screenshot('market-narrow', '360x740', 'narrow', 'An idea with its levels drawn to scale'),
    screenshot('markets-narrow', '360x740', 'narrow', 'Both markets'),
  ],
});

export const registerManifest = (app: FastifyInstance, brand: string): void => {
  const manifest = JSON.stringify(createManifest(brand));
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8').send(manifest),
  );
};
