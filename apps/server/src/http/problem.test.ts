import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { toProblem } from './problem.ts';

describe('the waiting time in the message of a rate limit', () => {
  it.each([
    [0, '1 giây', '1 second'],
    [1, '1 giây', '1 second'],
    [89, '89 giây', '89 seconds'],
    [90, '2 phút', '2 minutes'],
    [5_399, '90 phút', '90 minutes'],
    [5_400, '2 giờ', '2 hours'],
    [86_400, '24 giờ', '24 hours'],
    [undefined, '60 giây', '60 seconds'],
  ])('of %s seconds is %s', (retryAfterSeconds, vi, en) => {
    const error = new AppError('RATE_LIMITED', retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
    expect(toProblem(error, 'vi', 'req').body.error).toContain(` ${vi}`);
    expect(toProblem(error, 'en', 'req').body.error).toContain(` ${en}`);
    expect(toProblem(error, 'en', 'req').body.details).toEqual(
      retryAfterSeconds === undefined ? undefined : { retryAfterSeconds },
    );
  });
});
