import { expect, test } from 'vitest';
import { ApiError } from '../../shared/api/api-request.ts';
import { faultOf, isTooLong, lengthWords } from './message-errors.ts';

test('the length is told near the limit, without the blanks that are not sent', () => {
  expect(lengthWords('x'.repeat(3_500))).toBeNull();
  expect(lengthWords('x'.repeat(3_501))).toBe('3,501 of 4,000');
  expect(isTooLong(`${'x'.repeat(4_000)}   `)).toBe(false);
  expect(isTooLong('x'.repeat(4_001))).toBe(true);
});

test('a fault is told by its field, else by the call', () => {
  const body = { fields: { image_url: 'Please upload it again.' } };
  expect(faultOf(new ApiError(400, 'INVALID_REQUEST', 'Please check', body), 'x')).toBe(
    'Please upload it again.',
  );
  expect(faultOf(new ApiError(500, 'INTERNAL', 'Failed to send chat message'), 'x')).toBe(
    'Failed to send chat message',
  );
  expect(faultOf(new TypeError('no'), 'Failed to send chat message')).toBe('Failed to send chat message');
});
