import type { FakeApi } from './fake-api.ts';

/** The part of XMLHttpRequest that uploads use, answered by the fake server. All bytes are reported as sent at once. */
export const createFakeXhr = (api: FakeApi) =>
  class {
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    status = 0;
    statusText = '';
    responseText = '';
    readonly #headers = new Headers();
    readonly #controller = new AbortController();
    #method = '';
    #url = '';

    open(method: string, url: string): void {
      this.#method = method;
      this.#url = url;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }

    abort(): void {
      this.#controller.abort();
    }

    send(body: FormData): void {
      void this.#run(body);
    }

    async #run(body: FormData): Promise<void> {
      const { signal } = this.#controller;
      signal.addEventListener('abort', () => this.onabort?.());
      this.upload.onprogress?.({ loaded: 1, total: 1 });
      try {
        const init = { method: this.#method, headers: this.#headers, body, signal };
        const response = await api.fetch(new URL(this.#url, location.href), init);
        this.responseText = await response.text();
        this.status = response.status;
        this.statusText = response.statusText;
      } catch {
        if (!signal.aborted) this.onerror?.();
        return;
      }
      this.onload?.();
    }
  };

/** A picture as a person picks one. */
export const createPicture = async (width = 640, height = 400): Promise<File> => {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.fillRect(0, 0, width, height);
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'chart.jpg', { type: 'image/jpeg' });
};
