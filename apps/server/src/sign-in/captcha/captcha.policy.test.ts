import { describe, expect, it } from 'vitest';
import { allowanceOf, difficultyOf, networkHit, normaliseAnswer, requestHits } from './captcha.policy.ts';

const at = (networkCaptchas: number, workLevel = 0) =>
  difficultyOf({ networkCaptchas, networkAllowance: 10, workLevel });

describe('the work that a captcha requires', () => {
  it('doubles above a network’s allowance, and above each doubling of it', () => {
    expect([0, 1, 10, 11, 20, 21, 40, 80].map((count) => at(count).factor)).toEqual([1, 1, 1, 2, 2, 4, 4, 8]);
  });

  it('doubles with each work level', () => {
    expect([0, 1, 2, 3].map((workLevel) => at(1, workLevel).factor)).toEqual([1, 2, 4, 8]);
    expect(at(20, 1).factor).toBe(4);
  });

  it('is at most 32 times the usual work', () => {
    expect([at(160, 1).factor, at(161).factor, at(1_000_000, 3).factor]).toEqual([32, 32, 32]);
  });

  it('includes a picture only for networks above eight times their allowance', () => {
    expect(at(80, 3).needsPicture).toBe(false);
    expect(at(81).needsPicture).toBe(true);
  });
});

describe('the allowance of a network', () => {
  it('is ten times as large while all new devices need captchas', () => {
    expect([allowanceOf(10, false), allowanceOf(10, true)]).toEqual([10, 100]);
  });
});

describe('the answer to a picture', () => {
  it.each([
    ['ab3de', 'AB3DE'],
    [' AB 3\tDE\n', 'AB3DE'],
    ['ＡＢ３ＤＥ', 'AB3DE'],
  ])('is read from %j as %s', (input, answer) => {
    expect(normaliseAnswer(input)).toBe(answer);
  });
});

describe('the captcha counters', () => {
  it('count the captchas of a network for ten minutes, without a limit', () => {
    expect(networkHit('203.0.113.7')).toEqual({
      key: 'captcha-network:203.0.113.7',
      windowSeconds: 600,
      limit: Number.MAX_SAFE_INTEGER,
    });
  });

  it('C5 limit requests per minute by known device or by address', () => {
    const [stranger, device] = [
      requestHits('203.0.113.7', undefined, 10),
      requestHits('203.0.113.7', 'abcd', 10),
    ];
    expect(stranger).toEqual([{ key: 'captcha-address:203.0.113.7', windowSeconds: 60, limit: 10 }]);
    expect(device).toEqual([{ key: 'captcha-device:abcd', windowSeconds: 60, limit: 10 }]);
  });
});
