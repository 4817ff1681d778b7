import { expect, it } from 'vitest';
import { openSecret, sealSecret } from './sealed-secrets.ts';
import { signWebhook } from './services.ts';

it('signs as the test vector of the Standard Webhooks specification', () => {
  expect(
    signWebhook(
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1614265330,
      '{"test": 2432232314}',
    ),
  ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

it('opens a secret with its key in its row only, and not when it was changed', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const sealed = sealSecret(key, 'row', 'token ✓');
  expect(sealed.toString('latin1')).not.toContain('token');
  expect(openSecret(key, 'row', sealed)).toBe('token ✓');
  expect(sealSecret(key, 'row', 'token ✓').equals(sealed)).toBe(false);
  const changed = Buffer.from(sealed);
  changed[changed.length - 1]! ^= 1;
  expect([
    openSecret(other, 'row', sealed),
    openSecret(undefined, 'row', sealed),
    openSecret(key, 'another row', sealed),
    openSecret(key, 'row', changed),
    openSecret(key, 'row', sealed.subarray(0, 5)),
  ]).toEqual([null, null, null, null, null]);
});
