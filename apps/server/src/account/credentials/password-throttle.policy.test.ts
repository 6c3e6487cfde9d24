import { describe, expect, it } from 'vitest';
import { refusalError, waitAfter, waitTable, workLevel } from './password-throttle.policy.ts';

describe('waits of a network', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 30],
    [6, 60],
    [7, 300],
    [8, 900],
    [9, 900],
    [1_000, 900],
  ])('after %i failures: %i seconds', (failures, seconds) => {
    expect(waitAfter(failures)).toBe(seconds);
  });

  it('are the same in SQL, where the last entry applies to all higher counts', () => {
    expect(waitTable).toEqual([0, 0, 0, 0, 0, 30, 60, 300, 900]);
  });
});

describe('the work of a captcha', () => {
  it.each([
    [0, 0],
    [9, 0],
    [10, 1],
    [29, 1],
    [30, 2],
    [59, 2],
    [60, 3],
    [1_000, 3],
  ])('after %i failures of the phone: level %i', (failures, level) => {
    expect(workLevel(failures)).toBe(level);
  });
});

describe('the error of a refused attempt', () => {
  it.each([
    [
      { refused: 'captcha', workLevel: 2 },
      { code: 'CAPTCHA_REQUIRED', details: { captchaRequired: true, workLevel: 2 } },
    ],
    [{ refused: 'code' }, { code: 'OTP_REQUIRED' }],
    [
      { refused: 'address', seconds: 600 },
      { code: 'RATE_LIMITED', retryAfterSeconds: 600 },
    ],
    [
      { refused: 'wait', seconds: 30 },
      { code: 'AUTH_THROTTLED', retryAfterSeconds: 30 },
    ],
  ] as const)('%j', (refusal, error) => {
    expect(refusalError(refusal)).toMatchObject(error);
  });
});
