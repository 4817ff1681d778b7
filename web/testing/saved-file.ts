import { onTestFinished, vi } from 'vitest';

/** The next file that the page saves. The browser does not store it. */
export const waitForSavedFile = (): Promise<{ name: string; content: string }> => {
  const { promise, resolve } = Promise.withResolvers<{ name: string; content: string }>();
  const clicking = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const { download: name, href } = this;
    resolve(
      fetch(href)
        .then((file) => file.text())
        .then((content) => ({ name, content })),
    );
  });
  onTestFinished(() => clicking.mockRestore());
  return promise;
};
