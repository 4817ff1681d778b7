import { createECDH } from 'node:crypto';
import fc from 'fast-check';
import { decrypt } from 'http_ece';
import { expect, it } from 'vitest';
import { createDevice } from '../../testing/push-device.ts';
import { encryptMessage } from './encryption.ts';

it('matches the example of RFC 8291, appendix A', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url');
  const device = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
  const message = Buffer.from('When I grow up, I want to be a watermelon');
  expect(encryptMessage(device, message, { pair, salt }).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

it('encrypts messages that another implementation can decrypt, and never repeats itself', () => {
  const { subscription, privateKey } = createDevice();
  const reader = createECDH('prime256v1');
  reader.setPrivateKey(privateKey);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
      const message = Buffer.from(bytes);
      const [sent, again] = [
        encryptMessage(subscription.keys, message),
        encryptMessage(subscription.keys, message),
      ];
      const read = decrypt(sent, {
        version: 'aes128gcm',
        privateKey: reader,
        authSecret: subscription.keys.auth,
      });
      expect(read.equals(message)).toBe(true);
      expect(again.equals(sent)).toBe(false);
    }),
    { numRuns: 50 },
  );
});
