import { describe, expect, it } from 'vitest';
import {
  decideRefusal,
  refusalError,
  waitAfter,
  waitTable,
  workLevel,
  type AttemptFacts,
  type AttemptProof,
  type Refusal,
} from './password-throttle.policy.ts';

const captcha = (level: number): Refusal => ({ refused: 'captcha', workLevel: level });

describe('the wait times of a network', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 30],
    [6, 60],
    [7, 300],
    [8, 900],
    [9, 900],
    [1_000, 900],
  ])('are $1 seconds after $0 failures', (failures, seconds) => {
    expect(waitAfter(failures)).toBe(seconds);
  });

  it('are listed for SQL by the number of failures', () => {
    expect(waitTable).toEqual([0, 0, 0, 0, 0, 30, 60, 300, 900]);
  });
});

describe('the difficulty of the captcha', () => {
  it.each([
    [0, 0],
    [9, 0],
    [10, 1],
    [29, 1],
    [30, 2],
    [59, 2],
    [60, 3],
    [1_000, 3],
  ])('is level $1 after $0 failures of the phone', (failures, level) => {
    expect(workLevel(failures)).toBe(level);
  });
});

describe('the error of a refused password attempt', () => {
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
  ] as const)('has the code and the details of the refusal %j', (refusal, error) => {
    expect(refusalError(refusal)).toMatchObject(error);
  });
});

describe('P5 P6 a password attempt that was not counted', () => {
  const none: AttemptFacts = {
    failures: 0,
    wait: 0,
    addressPoints: 0,
    isNewPair: true,
    phones: 0,
    phonesWait: 1_800,
  };
  const limits = { signInAddressTenMinutes: 20, signInPhonesAddressHour: 50 };
  const again: Refusal = { refused: 'wait', seconds: 1 };
  const code: Refusal = { refused: 'code' };

  it.each<[Partial<AttemptFacts>, AttemptProof, Refusal]>([
    [{}, 'none', again],
    [{ failures: 99, wait: 30 }, 'captcha', { refused: 'wait', seconds: 30 }],
    [{ failures: 100, wait: 30 }, 'none', code],
    [{ failures: 100, wait: 30 }, 'captcha', code],
    [{ failures: 100, wait: 30 }, 'code', { refused: 'wait', seconds: 30 }],
    [{ failures: 100, wait: 30 }, 'session', { refused: 'wait', seconds: 30 }],
    [{ phones: 49 }, 'none', again],
    [{ phones: 50 }, 'none', { refused: 'address', seconds: 1_800 }],
    [{ phones: 50 }, 'code', { refused: 'address', seconds: 1_800 }],
    [{ phones: 50, isNewPair: false }, 'none', again],
    [{ failures: 2 }, 'none', again],
    [{ failures: 3 }, 'none', captcha(0)],
    [{ failures: 30 }, 'none', captcha(2)],
    [{ failures: 3 }, 'captcha', again],
    [{ addressPoints: 19 }, 'none', again],
    [{ addressPoints: 20 }, 'none', captcha(0)],
    [{ addressPoints: 20 }, 'session', again],
  ])('with the facts %j and the proof “%s” is refused with %j', (facts, proof, refusal) => {
    expect(decideRefusal({ ...none, ...facts }, proof, limits)).toEqual(refusal);
  });
});
