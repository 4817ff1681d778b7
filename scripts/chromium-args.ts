const DISABLED_SWITCHES = [
  'gpu',
  'quic',
  'background-networking',
  'component-update',
  'sync',
  'dev-shm-usage',
];
/**
 * Address bar pop-ups, which are pages of their own, and a spare renderer process. Headless tests need neither, and they
 * took two fifths of the tests' CPU time.
 */
const UNNEEDED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
];
/** Our `--disable-features` replaces Playwright's, so these of Playwright's are repeated: network requests and page changes. */
const PLAYWRIGHT_DEFAULTS = [
  'AimEnabled',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
];

/** Arguments of every Chromium of the tests. */
export const chromiumArgs = [
  // The sandbox fails as root and in many containers.
  '--no-sandbox',
  '--no-first-run',
  // The fake microphone beeps; contexts still need the permission.
  '--use-fake-device-for-media-stream',
  ...DISABLED_SWITCHES.map((what) => `--disable-${what}`),
  `--disable-features=${[...UNNEEDED_FEATURES, ...PLAYWRIGHT_DEFAULTS].join()}`,
];
