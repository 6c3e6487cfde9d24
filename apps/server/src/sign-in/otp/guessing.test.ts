import { otpLimits } from '@vid/contract/limits';
import { describe, expect, it } from 'vitest';
import { failuresBeforeCode, waitAfter } from '#account/credentials/password-throttle.policy.ts';
import { knownDevicePolicy } from '#account/known-devices/known-device.policy.ts';
import { readConfig } from '#config/config.ts';
import { codeRules, mayCompare } from './otp.policy.ts';

// These tests calculate how many accounts per day an attacker can take over by guessing under the default
// limits (R14).

const config = readConfig({}, { dataDir: '/nonexistent' });
const day = 86_400;

function chanceOf(mode: 'stranger' | 'attacked'): number {
  const { digits, maxAttempts } = codeRules(mode);
  return maxAttempts / 10 ** digits;
}

/**
 * Returns how many wrong guesses at one phone's short codes are compared per day, however many codes are
 * requested.
 */
function shortTriesPerDay(): number {
  let failures = 0;
  while (mayCompare('stranger', failures + 1, config)) failures += 1;
  return failures;
}

describe('guessing codes', () => {
  it('is limited over all phone numbers by the codes sent daily', () => {
    const perNumber = shortTriesPerDay() / 10 ** otpLimits.digits;
    expect(100_000 * perNumber).toBeCloseTo(1.5);
    const sprayed = config.otpAllDay * chanceOf('stranger');
    expect(sprayed).toBeCloseTo(0.025);
  });

  it('succeeds against one phone number less than once in 15,000 days', () => {
    const perNetwork = (day / otpLimits.attacked.waitSeconds) * chanceOf('attacked');
    expect(perNetwork).toBeCloseTo(96e-8);
    // The attack comes from as many networks as codes are sent per day, and has already used up the short
    // codes.
    const perDay = shortTriesPerDay() / 10 ** otpLimits.digits + config.otpAllDay * chanceOf('attacked');
    expect(perDay).toBeCloseTo(6.5e-5);
    expect(1 / perDay).toBeGreaterThan(15_000);
  });

  it('is limited for short codes, but not for long codes', () => {
    const limit = config.otpPhoneFailuresDay;
    expect([limit, limit + 1].map((wrong) => mayCompare('stranger', wrong, config))).toEqual([true, false]);
    expect(mayCompare('attacked', 1_000, config)).toBe(true);
    const ofDevice = knownDevicePolicy.maxCodeFailures;
    expect([ofDevice, ofDevice + 1].map((wrong) => mayCompare('device', wrong, config))).toEqual([
      true,
      false,
    ]);
  });
});

describe('guessing passwords', () => {
  it('is possible for 103 passwords a day per network', () => {
    let seconds = 0;
    let attempts = 0;
    for (; seconds < day; attempts += 1) seconds += waitAfter(attempts + 1);
    expect(attempts).toBe(103);
    expect(failuresBeforeCode).toBe(100);
  });
});
