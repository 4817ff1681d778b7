// `npm run pictures -- [name …]`: takes all or the named screenshots of docs/screenshots from the demo. Run it after
// a screen changed; docs/screens.md shows them.
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import type { TradeIdea } from '../contract/ideas/ideas.ts';
import { DEMO_CUSTOMER_PASSWORD, DEMO_EDUCATOR_PASSWORD } from '../server/demo/demo-people.ts';
import { storageKeys } from '../web/shared/storage/storage-keys.ts';
import { openBenchServers, signIn } from './bench-servers.ts';
import { launchBrowser } from './browser.ts';

type Who = 'nobody' | 'customer' | 'educator';
type Theme = 'dark' | 'light';
type Picture = {
  name: string;
  path: string;
  themes?: readonly Theme[];
  /** Actions before the screenshot. */
  act?: (page: Page) => Promise<unknown>;
};

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
const BOTH = ['dark', 'light'] as const;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 800 },
];

// The server restricts libvips' loaders for uploads; our own files need no restriction.
sharp.unblock({ operation: ['VipsForeignLoad'] });

const selectedCard = (page: Page) => page.locator('[role=group]:not([aria-hidden]) article').first();

const openDetail = async (page: Page) => {
  await selectedCard(page).getByRole('button', { name: 'Details' }).click();
  await page.getByRole('heading', { name: 'Position size' }).waitFor();
};

const openDefinition = async (page: Page) => {
  await selectedCard(page).getByRole('button', { name: 'Risk/reward', exact: true }).click();
  await page.getByRole('dialog', { name: 'Risk/reward' }).waitFor();
};

const openIdeaPage = async (page: Page) => {
  await page
    .getByRole('article', { name: /^XAU\/USD/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Open page' }).click();
  await page.getByRole('heading', { name: 'Change history' }).waitFor();
};

const answerQuestion = async (page: Page) => {
  await page.getByLabel('In percent').fill('64');
  await page.getByLabel('Why?').fill('Three rejections at the same level');
  await page.getByRole('button', { name: 'Submit forecast' }).click();
  await page.getByRole('button', { name: 'Next question' }).waitFor();
};

const startTour = async (page: Page) => {
  await page.getByRole('button', { name: 'Show the tour again' }).click();
  const tour = page.getByRole('region', { name: 'First steps' });
  await tour.waitFor();
  await tour.getByRole('button', { name: 'Next' }).click();
};

const openSettings = async (page: Page) => {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
};

const openProfile = async (page: Page) => {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await page.getByRole('dialog', { name: 'Profile', exact: true }).waitFor();
};

const pasteSignal = async (page: Page) => {
  const box = page.getByPlaceholder('Paste a signal to fill the form');
  await box.fill(
    'AUDNZD buy limit 4H\nEntry: 1.0842\nSL: 1.0790 (52 pips)\nTP1: 1.0921\nTP2: 1.0985\nRisk 1%',
  );
  await box.press('Enter');
  await page.getByRole('region', { name: 'Signal as it was read' }).waitFor();
};

const openPreview = async (page: Page) => {
  await pasteSignal(page);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('dialog', { name: 'Preview' }).getByRole('article').waitFor();
};

const compare = (page: Page) => page.getByRole('button', { name: 'Compare', exact: true }).click();

/** The educator of the open idea moves its invalidation level, and the reader is notified. */
const moveInvalidation = (url: string) => async (page: Page) => {
  const token = await signIn(url, 'customer@demo.test', DEMO_CUSTOMER_PASSWORD);
  const list = await fetch(`${url}/api/trade-ideas?market=Forex&state=active`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const [idea] = (await list.json()) as TradeIdea[];
  if (!idea) throw new Error('The demo has no active idea');
  const [invalidation, entry] = [Number(idea.invalidation_level), Number(idea.entry_1)];
  const digits = idea.invalidation_level.split('.')[1]?.length ?? 0;
  const own = await signIn(url, `educator${idea.educator_id}@demo.test`, DEMO_EDUCATOR_PASSWORD);
  const answer = await fetch(`${url}/api/trade-ideas/${idea.id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${own}`, 'content-type': 'application/json' },
    body: JSON.stringify({ invalidation_level: (invalidation + (entry - invalidation) / 5).toFixed(digits) }),
  });
  if (!answer.ok) throw new Error(`Changing the idea answered ${answer.status}`);
  await selectedCard(page).getByText('Updated since you last viewed it').waitFor();
};

const listPictures = (url: string): Record<Who, Picture[]> => ({
  nobody: [
    { name: 'login', path: '/login', themes: BOTH },
    { name: 'educator-login', path: '/chartlark-staff' },
  ],
  customer: [
    { name: 'markets', path: '/customer/dashboard', themes: BOTH },
    { name: 'notification-settings', path: '/customer/dashboard', act: openSettings },
    { name: 'market', path: '/customer/forex', themes: BOTH },
    { name: 'idea-detail', path: '/customer/forex', act: openDetail },
    { name: 'history', path: '/customer/forex/leverage', themes: BOTH },
    { name: 'idea', path: '/customer/forex/leverage', themes: BOTH, act: openIdeaPage },
    { name: 'track-record', path: '/customer/educators/1' },
    { name: 'practice', path: '/learn/practice' },
    { name: 'practice-answered', path: '/learn/practice', act: answerQuestion },
    { name: 'chat', path: '/customer/chat' },
    { name: 'videos', path: '/customer/videos' },
    { name: 'profile', path: '/customer/profile' },
    { name: 'verify', path: '/verify' },
    { name: 'learn', path: '/learn' },
    { name: 'glossary', path: '/learn/glossary#position-size' },
    { name: 'definition', path: '/customer/forex', themes: BOTH, act: openDefinition },
    { name: 'lessons', path: '/learn/lessons' },
    { name: 'tour', path: '/learn', act: startTour },
    // Last, because one changes the demo and the other is stored by the browser.
    { name: 'market-changed', path: '/customer/forex', act: moveInvalidation(url) },
    { name: 'compare', path: '/customer/forex', themes: BOTH, act: compare },
  ],
  educator: [
    { name: 'dashboard', path: '/educator/dashboard' },
    { name: 'ideas', path: '/educator/ideas' },
    { name: 'new-idea', path: '/educator/ideas/new' },
    { name: 'educator-chat', path: '/educator/chat' },
    { name: 'profile-dialog', path: '/educator/dashboard', act: openProfile },
    // Last, because the browser keeps the draft.
    { name: 'signal', path: '/educator/ideas/new', act: pasteSignal },
    { name: 'preview', path: '/educator/ideas/new', act: openPreview },
  ],
});

const open = async (browser: Browser, url: string, who: Who): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    // Without the service worker every picture shows the server's current response; animations are finished.
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(who === 'educator' ? '/chartlark-staff' : '/login');
  if (who === 'nobody') return page;
  const [email, password, button] =
    who === 'customer'
      ? ['customer@demo.test', DEMO_CUSTOMER_PASSWORD, 'Sign In']
      : ['educator3@demo.test', DEMO_EDUCATOR_PASSWORD, 'Access Educator Portal'];
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL(`**/${who}/dashboard`);
  // The pictures show the pages, not the tour of a first visit.
  await page.evaluate(
    ({ tour, user }) => {
      const { id } = JSON.parse(localStorage.getItem(user) ?? '{}') as { id: string };
      localStorage.setItem(tour + id, 'seen');
    },
    { tour: storageKeys.tour('').name, user: storageKeys.currentUser.name },
  );
  return page;
};

const settle = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.waitForFunction(
    () => document.fonts.status === 'loaded' && [...document.images].every(({ complete }) => complete),
  );
  await page.waitForTimeout(600);
};

const take = async (page: Page, { name, path, themes = ['dark'], act }: Picture) => {
  for (const size of SIZES)
    for (const theme of themes) {
      await page.setViewportSize(size);
      await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
      await page.goto(path);
      await settle(page);
      await act?.(page);
      await page.mouse.move(2, 2);
      await page.waitForTimeout(500);
      const file = `${name}-${size.width}-${theme}.png`;
      await sharp(await page.screenshot())
        .png({ palette: true, quality: 95, effort: 10, dither: 1 })
        .toFile(folder + file);
      console.log(file);
    }
};

const names = new Set(process.argv.slice(2));
const servers = await openBenchServers();
const browser = await launchBrowser();
try {
  const { url } = await servers.start();
  for (const [who, pictures] of Object.entries(listPictures(url))) {
    const wanted = pictures.filter(({ name }) => names.size === 0 || names.has(name));
    if (wanted.length === 0) continue;
    const page = await open(browser, url, who as Who);
    for (const picture of wanted) await take(page, picture);
    await page.context().close();
  }
} finally {
  await browser.close();
  await servers.close();
}
