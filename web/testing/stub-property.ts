import { onTestFinished } from 'vitest';

const restoreLater = (target: object, name: string) => {
  const before = Object.getOwnPropertyDescriptor(target, name);
  onTestFinished(() => {
    if (before) Object.defineProperty(target, name, before);
    else Reflect.deleteProperty(target, name);
  });
};

/** Replaces what a browser says of itself until the test ends: `stubProperty(navigator, 'userAgent', () => '…')`. */
export const stubProperty = (target: object, name: string, get: () => unknown): void => {
  restoreLater(target, name);
  Object.defineProperty(target, name, { configurable: true, get });
};

/** Takes a capability from the browser until the test ends. */
export const removeProperty = (target: object, name: string): void => {
  restoreLater(target, name);
  Reflect.deleteProperty(target, name);
};

/** What a page can see of an iPhone. */
export const beAnIphone = (): void =>
  stubProperty(
    navigator,
    'userAgent',
    () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
  );
