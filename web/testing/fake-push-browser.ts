import type { PushSubscriptionInput } from '../../contract/notifications/push.ts';
import { newId } from './fake-ideas.ts';
import { stubProperty } from './stub-property.ts';

/** A key and a secret of the right length. */
const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };

/** A browser with an active service worker, its question for the permission, and its push service. */
export class FakePushBrowser {
  permission: NotificationPermission = 'granted';
  /** What a person answers to the browser's question. */
  answer: NotificationPermission = 'granted';
  /** Where the next subscription is made; null if the push service cannot be reached. */
  origin: string | null = 'https://push.example.org';
  #subscription: PushSubscription | null = null;

  constructor() {
    const pushManager = {
      getSubscription: () => Promise.resolve(this.#subscription),
      subscribe: (options: PushSubscriptionOptions) => this.#subscribe(options),
    };
    const registration = { active: {}, pushManager, getNotifications: () => Promise.resolve([]) };
    stubProperty(navigator.serviceWorker, 'getRegistration', () => () => Promise.resolve(registration));
    stubProperty(Notification, 'permission', () => this.permission);
    stubProperty(Notification, 'requestPermission', () => () => {
      this.permission = this.answer;
      return Promise.resolve(this.permission);
    });
  }

  /** Where this browser gets its notifications. */
  get endpoint(): string | undefined {
    return this.#subscription?.endpoint;
  }

  #subscribe(options: PushSubscriptionOptions): Promise<PushSubscription> {
    if (!this.origin) return Promise.reject(new DOMException('no push service', 'AbortError'));
    const json: PushSubscriptionInput = {
      endpoint: `${this.origin}/send/${newId()}`,
      expirationTime: null,
      keys,
    };
    this.#subscription = {
      endpoint: json.endpoint,
      options,
      toJSON: () => json,
      unsubscribe: () => {
        this.#subscription = null;
        return Promise.resolve(true);
      },
    } as unknown as PushSubscription;
    return Promise.resolve(this.#subscription);
  }
}
