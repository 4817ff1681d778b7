import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { cdp, type Locator, page } from 'vitest/browser';
import { getUserProfile, listPublicProfiles } from '../../contract/account/profiles.ts';
import { getIdea } from '../../contract/ideas/ideas.ts';
import { buildLedger } from '../../contract/record/record-story.fixture.ts';
import { listTrackRecords } from '../../contract/record/track-record.ts';
import { installPrompt } from '../shared/pwa/install-prompt.ts';
import { ownCard, storedIdea } from '../testing/educator-form.ts';
import { Refusal } from '../testing/fake-api.ts';
import { FakeChat } from '../testing/fake-chat.ts';
import { FakeIdeas, newId } from '../testing/fake-ideas.ts';
import { FakeOperator } from '../testing/fake-operator.ts';
import { customer, educator, openApp, phone, server } from '../testing/open-app.tsx';
import { visitOperator } from '../testing/operator-page.ts';
import { expectShown, measure, resize } from '../testing/page.ts';

/** Widths at which parts of a screen once left their place, and the colours of controls. */
let ideas: FakeIdeas;
beforeEach(() => {
  const tiny = { entry_1: '0.00000812', invalidation_level: '0.00000705', exit_1: '0.00000880' };
  ideas = new FakeIdeas(server(), [
    ...['EUR/USD', 'XAU/USD', 'GBP/JPY'].map((pair) => ({ pair })),
    ...['BTC/USDT', 'SHIB/USDT', 'SOL/USDT'].map((pair) => ({
      pair,
      ...tiny,
      entry_2: null,
      exit_2: null,
      exit_3: null,
      market_type: 'Crypto' as const,
    })),
  ]);
});

const at = (width: number, height = 900) => ({ size: { width, height } });
const left = (part: Locator) => measure(part).x;
/** How many lines a text takes. */
const countLines = (node: Node) => {
  const text = document.createRange();
  text.selectNodeContents(node);
  return text.getClientRects().length;
};

it('shows the footer below what has loaded, not in between', async () => {
  const loading = server().hold(getIdea);
  await openApp(`/ideas/${[...ideas.rows.keys()][0]}`, at(412, 1200));
  await loading.asked;
  const footer = page.getByRole('contentinfo');
  await expect.poll(() => measure(footer).top).toBeGreaterThanOrEqual(1200);
  loading.release();
  await expectShown(page.getByRole('heading', { name: 'Change history' }));
  expect(measure(footer).top).toBeGreaterThan(1200);
});

describe('the market cards', () => {
  it.each([320, 340, 360, 768, 800, 1440])('keep their figures in their rows at %i px', async (width) => {
    await openApp('/customer/dashboard', at(width));
    await expectShown(page.getByText('SHIB/USDT'));
    const rows = page.getByRole('article').getByRole('listitem').elements();
    expect(rows.length).toBeGreaterThanOrEqual(6);
    const outside = rows.flatMap((row) => {
      const { right } = row.getBoundingClientRect();
      const cut = [...row.querySelectorAll('.font-medium')].filter(
        (pair) => pair.scrollWidth > pair.clientWidth,
      );
      const over = [...row.querySelectorAll('*')].filter(
        (part) => part.getBoundingClientRect().right > right + 0.5,
      );
      return [...cut, ...over].map(({ textContent }) => textContent);
    });
    expect(outside).toEqual([]);
  });

  it('count their ideas in one line at 768 px', async () => {
    await openApp('/customer/dashboard', at(768));
    const counts = page.getByRole('article').getByText(/\d+\sactive/);
    // A badge may stand before the text.
    const findText = (count: Element) =>
      [...count.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE) ?? count;
    const lines = () => counts.elements().map((count) => countLines(findText(count)));
    await expect.poll(lines).toEqual([1, 1]);
  });
});

describe.each([
  ['customers', undefined],
  ['educators', educator],
])('the header of %s', (_, as) => {
  it.each([320, 360, 768, 1024])('keeps everything on the screen at %i px', async (width) => {
    await openApp(as ? '/educator/dashboard' : '/customer/dashboard', { ...at(width), ...(as && { as }) });
    const buttons = page.getByRole('banner').getByRole('button');
    await expectShown(buttons.last());
    expect(measure(buttons.last()).right).toBeLessThanOrEqual(width);
  });
});

it.each([
  [640, 'active'],
  [780, 'active'],
  [640, 'invalid'],
] as const)('shows the whole risk of an idea at 360x%i px (%s) without scrolling', async (height, status) => {
  const { id } = ideas.publish({ pair: 'AUD/USD', entry_2: '1.0811', exit_2: '1.0985', exit_3: '1.1062' });
  if (status === 'invalid') ideas.change(id, { status });
  await openApp('/customer/forex', at(360, height));
  const card = page.getByCss('[role=group]:not([aria-hidden]) article');
  const pager = page.getByRole('button', { name: 'Next' });
  // An invalid idea is the last one.
  if (status === 'invalid') await page.getByRole('button', { name: 'Previous' }).click();
  await expectShown(card.getByRole('heading', { name: 'AUD/USD' }));
  const ladder = card.getByRole('figure');
  const inView = [
    card.getByText('Bullish'),
    card.getByText('Risk/reward'),
    ...['Exit 3', 'Exit 2', 'Exit 1', 'Entry 1', 'Entry 2', 'Invalidation'].map((name) =>
      ladder.getByRole('button', { name, exact: true }),
    ),
  ];
  for (const part of inView)
    await expect.poll(() => measure(part).bottom).toBeLessThanOrEqual(measure(pager).y);
});

describe('a phone whose text is twice as large', () => {
  const isContained = (element: Element) => {
    for (let above = element.parentElement; above; above = above.parentElement) {
      const isHidden = ['auto', 'scroll', 'hidden'].includes(getComputedStyle(above).overflowX);
      if (isHidden && above.getBoundingClientRect().right <= innerWidth) return true;
    }
    return false;
  };
  /** What is beyond the right edge of the screen, except in what scrolls or hides the rest. */
  const listOverhang = () =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { right, width, height } = element.getBoundingClientRect();
        return (
          right > innerWidth + 1 &&
          width > 1 &&
          height > 1 &&
          !element.closest('[aria-hidden]') &&
          !element.matches('.touch-pan-y') &&
          !isContained(element)
        );
      })
      .map(({ tagName, textContent }) => `${tagName} ${textContent?.slice(0, 40)}`);
  /** Texts that end in an ellipsis. */
  const listCut = () =>
    [...document.querySelectorAll<HTMLElement>('main *, nav *')]
      .filter((element) => getComputedStyle(element).textOverflow === 'ellipsis')
      .filter(({ scrollWidth, clientWidth, textContent }) => textContent && scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent);
  const setFontSize = (standard: number, fixed: number) =>
    cdp().send('Page.setFontSizes', { fontSizes: { standard, fixed } });

  /** Pairs and prices on several lines. */
  const listBroken = (shown: Locator) =>
    [...shown.element().querySelectorAll('bdi, dd, td, button, s')].flatMap(({ childNodes: [text] }) =>
      text instanceof Text && /^[\d./A-Z]+$/.test(text.data) && countLines(text) > 1 ? [text.data] : [],
    );
  const expectFits = async () => {
    await expect.poll(() => getComputedStyle(document.documentElement).fontSize).toBe('32px');
    await expect.poll(() => document.querySelector('[data-skeleton]')).toBeNull();
    await expect.poll(listOverhang).toEqual([]);
    await expect.poll(listCut).toEqual([]);
  };

  it.each([
    ['/login', null],
    ['/chartlark-staff', null],
    ['/reset-password', null],
    ['/learn/glossary', null],
    ['/customer/profile', { ...customer, id: newId() }],
    ['/customer/educators/1', undefined],
    ['/educator/ideas', educator],
    ['/educator/ideas/new', educator],
    ['/customer/dashboard', undefined],
    ['/customer/forex', undefined],
    ['/customer/forex/leverage', undefined],
    ['/customer/educators', undefined],
    ['/customer/results', undefined],
    ['/learn', undefined],
    ['/customer/chat', undefined],
    ['/verify', null],
  ])('keeps everything of %s on the screen, and cuts no text', async (path, as) => {
    onTestFinished(() => setFontSize(16, 13).then(() => undefined));
    await setFontSize(32, 26);
    new FakeChat(server());
    const ledger = buildLedger();
    ledger.publish('a', 0);
    ledger.change('a', 60, { status: 'successful', result_level: 'exit_2' });
    server().on(listTrackRecords, () => [ledger.record()]);
    server().on(listPublicProfiles, () => []);
    // Nothing was saved yet: the page shows the account's own data.
    server().on(getUserProfile, (): never => {
      throw new Refusal('PGRST116');
    });
    await openApp(path, { ...at(360), ...(as !== undefined && { as }) });
    await expectShown(page.getByRole('heading', { level: 1 }).first());
    await expectFits();
  });

  it('keeps the controls of an own idea inside its card', async () => {
    onTestFinished(() => setFontSize(16, 13).then(() => undefined));
    await setFontSize(32, 26);
    ideas.publish(storedIdea);
    await openApp('/educator/dashboard', { ...at(360), as: educator });
    const card = ownCard('GBP/USD');
    await expectShown(card.getByRole('button', { name: 'Mark successful' }));
    await expectFits();
    const { right } = measure(card);
    const beyond = [...card.element().querySelectorAll('button, [role=group], bdi')].filter(
      (part) => part.getBoundingClientRect().right > right - 8,
    );
    expect(beyond.map(({ textContent }) => textContent)).toEqual([]);
  });

  it('keeps the offer to install on the screen', async () => {
    onTestFinished(() => setFontSize(16, 13).then(() => undefined));
    await setFontSize(32, 26);
    const offer = new Event('beforeinstallprompt');
    installPrompt.set(
      Object.assign(offer, {
        prompt: async () => undefined,
        userChoice: new Promise<never>(() => undefined),
      }),
    );
    onTestFinished(() => installPrompt.set(null));
    await openApp('/login', { ...at(360, 640), as: null });
    const install = page.getByRole('region', { name: 'Install' });
    await expectShown(install);
    await expectFits();
    expect(measure(install).y).toBeGreaterThan(0);
    for (const name of ['Not Now', 'Install'])
      expect(measure(install.getByRole('button', { name })).bottom).toBeLessThanOrEqual(640);
    expect(countLines(install.getByText('Get the app for better experience').element())).toBeLessThan(4);
  });

  it('keeps everything of a closed idea on the screen', async () => {
    onTestFinished(() => setFontSize(16, 13).then(() => undefined));
    await setFontSize(32, 26);
    const { id } = ideas.publish({ pair: 'EUR/USD', entry_1: '0.00000812', exit_3: '64250.5' });
    ideas.change(id, { status: 'successful', result_level: 'exit_3', lesson: 'Patience.' });
    await openApp(`/ideas/${id}`, at(360));
    await expectShown(page.getByRole('heading', { name: 'Change history' }));
    await expectFits();
    await expect.poll(() => listBroken(page.getByRole('main'))).toEqual([]);
  });

  it.each([
    ['people', 'Invite people'],
    ['log', 'No entries found'],
    ['groups', 'Add group'],
    ['system', 'Backups'],
  ])("keeps everything of the operator's tab %s on the screen", async (tab, text) => {
    onTestFinished(() => setFontSize(16, 13).then(() => undefined));
    await setFontSize(32, 26);
    await visitOperator(new FakeOperator(server()), tab, at(360).size);
    await expectShown(page.getByText(text, { exact: true }).first());
    if (tab === 'people') await page.getByRole('button', { name: text }).click();
    await expectFits();
  });

  it.each(['Details', 'Compare'])('breaks no pair and no price behind %s', async (name) => {
    onTestFinished(() => setFontSize(16, 13).then(() => undefined));
    await setFontSize(32, 26);
    ideas.publish({ pair: 'EUR/USD', exit_3: '64250.5' });
    await openApp('/customer/forex', at(360));
    await page.getByRole('button', { name, exact: true }).first().click();
    const shown =
      name === 'Details' ? page.getByRole('dialog') : page.getByRole('list', { name: 'Active ideas' });
    await expectShown(shown.getByText('64250.5').first());
    await expect.poll(() => listBroken(shown)).toEqual([]);
  });
});

describe('the detail of an idea', () => {
  const dialog = () => page.getByRole('dialog');
  const open = async (pair: string, size: ReturnType<typeof at>) => {
    ideas.publish({ pair });
    await openApp('/customer/forex', size);
    await page
      .getByCss('[role=group]:not([aria-hidden]) article')
      .getByRole('button', { name: 'Details' })
      .click();
    await expectShown(dialog().getByRole('region', { name: 'Levels' }));
  };
  const levels = () => dialog().getByRole('region', { name: 'Levels' });

  it('keeps the close button of a pair without a break on a phone', async () => {
    await open('W'.repeat(30), at(360));
    const close = dialog().getByRole('button', { name: 'Close' });
    await expectShown(close);
    expect(measure(close).right).toBeLessThanOrEqual(360);
  });

  it('aligns the quiet actions of an idea with their column', async () => {
    await open('EUR/ISK', at(1440));
    const bookmark = dialog()
      .getByRole('button', { name: /^Bookmark/ })
      .getByCss('svg');
    await expect.poll(() => left(bookmark) - left(levels())).toBe(0);
    // On a phone the row wraps: a button with a border must not begin left of the column.
    await resize(phone);
    const share = dialog().getByRole('button', { name: 'Share' });
    await expect.poll(() => left(share) - left(levels())).toBeGreaterThanOrEqual(0);
  });
});

it('aligns the quiet actions of an idea with their column on its page', async () => {
  const { id } = ideas.publish({ pair: 'EUR/ISK' });
  await openApp(`/ideas/${id}`, at(1440));
  const icon = (name: RegExp) => page.getByRole('button', { name }).last().getByCss('svg');
  await expectShown(icon(/^Add private note/));
  await expect.poll(() => left(icon(/^Bookmark/)) - left(icon(/^Add private note/))).toBe(0);
});

it.each([320, 360])('breaks no label of the comparison at %i px', async (width) => {
  await openApp('/customer/forex', at(width));
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const labels = page.getByRole('list', { name: 'Active ideas' }).getByRole('term');
  await expectShown(labels.first());
  const broken = () =>
    labels.elements().flatMap((label) => (countLines(label) > 1 ? [label.textContent] : []));
  await expect.poll(broken).toEqual([]);
});

describe('the login', () => {
  it('aligns its introduction and its form at 768 px', async () => {
    await openApp('/login', { ...at(768), as: null });
    const heading = page.getByRole('heading', { name: 'Login' });
    await expectShown(heading);
    expect(left(page.getByText('Every idea, drawn to scale.'))).toBe(left(heading));
  });

  it('shows buttons and inputs in the colours of the theme', async () => {
    await openApp('/login', { as: null });
    /** The value of a colour token as a computed style has it. */
    const token = (name: string) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = `var(--color-${name})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    };
    const colours = (part: Locator) => {
      const { backgroundColor, borderTopColor, color } = getComputedStyle(part.element());
      return { backgroundColor, borderTopColor, color };
    };
    const signIn = page.getByRole('button', { name: 'Sign In', exact: true });
    await expectShown(signIn);
    const seen = [];
    for (const theme of ['dark', 'light'] as const) {
      // As another tab of this browser does.
      localStorage.setItem('theme', theme);
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
      await expect.poll(() => document.documentElement.dataset.theme).toBe(theme);
      const [primary, ink, field, line, text] = ['primary', 'primary-ink', 'field', 'field-line', 'text'].map(
        token,
      );
      await expect
        .poll(() => colours(signIn), { message: theme })
        .toMatchObject({ backgroundColor: primary, color: ink });
      await expect
        .poll(() => colours(page.getByLabelText('Email')), { message: theme })
        .toEqual({ backgroundColor: field, borderTopColor: line, color: text });
      seen.push({ primary, field, line, text });
    }
    const [dark, light] = seen;
    for (const name of ['primary', 'field', 'line', 'text'] as const)
      expect(dark?.[name], name).not.toBe(light?.[name]);
  });
});
