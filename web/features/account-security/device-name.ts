const browsers: [RegExp, string][] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(Headless)?Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const firstOf = (text: string, known: [RegExp, string][]) => known.find(([sign]) => sign.test(text))?.[1];

/** "Firefox on Windows", as far as a browser's own words tell. */
export const deviceName = (userAgent: string | null): string => {
  const browser = firstOf(userAgent ?? '', browsers);
  const system = firstOf(userAgent ?? '', systems);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
};
