import { expect, test } from 'vitest';
import { ApiError } from '../shared/api/api-request.ts';
import { describeFailure, formatLength, isTooLong } from './message-errors.ts';

test('counts the trimmed text near the limit', () => {
  expect(formatLength('x'.repeat(3_500))).toBeNull();
  expect(formatLength('x'.repeat(3_501))).toBe('3,501 of 4,000');
  expect(isTooLong(`${'x'.repeat(4_000)}   `)).toBe(false);
  expect(isTooLong('x'.repeat(4_001))).toBe(true);
});

test('prefers the message of the field to that of the failure', () => {
  const body = { fields: { image_url: 'Please upload it again.' } };
  expect(describeFailure(new ApiError(400, 'INVALID_REQUEST', 'Please check', body))).toBe(
    'Please upload it again.',
  );
  expect(describeFailure(new ApiError(500, 'INTERNAL', 'Failed to send chat message'))).toBe(
    'Failed to send chat message',
  );
});
