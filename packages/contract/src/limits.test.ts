import { describe, expect, it } from 'vitest';
import * as limits from './limits.ts';
import { bulkLimits, changedPermissionsPerDay } from './bulk.ts';
import { exportIntervalSeconds } from './privacy-limits.ts';

const minute = 60;
const day = 86_400;

// Other tests read the limits from the module, so they would pass with any values.
describe('the limits that an operator cannot change', () => {
  it('are fixed for passwords, codes, captchas and QR sign-ins', () => {
    expect(limits.passwordLimits).toEqual({ minCodePoints: 8, maxCodePoints: 128 });
    expect(limits.otpLimits).toEqual({
      digits: 6,
      lifeSeconds: 5 * minute,
      maxAttempts: 5,
      resendStepSeconds: minute,
      tokenTtlSeconds: 10 * minute,
      attacked: { digits: 8, maxAttempts: 1, waitSeconds: 15 * minute },
    });
    expect(limits.captchaLimits).toEqual({
      answerLength: 5,
      lifeSeconds: 5 * minute,
      tokenTtlSeconds: 2 * minute,
      failuresBeforeCaptcha: 3,
      maxWorkLevel: 3,
    });
    expect(limits.qrLimits).toEqual({ lifeSeconds: 2 * minute, choices: 3 });
    expect([limits.referralCodeLength, limits.typedCodeAlphabet]).toEqual([10, '0123456789BCGHKMNPQTVZ']);
    expect(limits.clientTokenWindowSeconds).toBe(5 * minute);
  });

  it('are fixed for recoveries, remembered devices and passkeys', () => {
    expect([limits.recoveryWaitSeconds, limits.holdSeconds]).toEqual([3 * day, day]);
    expect(limits.rememberDays).toBe(30);
    expect(limits.passkeyLimits).toEqual({
      perAccount: 20,
      challengeTtlSeconds: 5 * minute,
      offerPauseDays: 30,
    });
  });

  it('are fixed for texts, pictures, lists and requests', () => {
    expect(limits.textLimits).toEqual({ maxGraphemes: 100, maxBytes: 400 });
    expect(limits.avatarLimits).toEqual({
      types: ['image/jpeg', 'image/png', 'image/webp'],
      maxBytes: 5 * 1_024 * 1_024,
      pixels: 512,
    });
    expect([limits.maxManagers, limits.maxClients, limits.maxRoles, limits.maxWebhooks]).toEqual([
      50, 50, 100, 10,
    ]);
    expect([limits.maxCounted, limits.maxPeople, limits.maxAccountsCounted]).toEqual([
      10_000, 10_000, 1_000_000,
    ]);
    expect([limits.maxConsentEvents, limits.maxRequestsPerYear, exportIntervalSeconds]).toEqual([
      100,
      50,
      day,
    ]);
    expect(limits.formerSecretSeconds).toEqual({ now: 0, '1h': 3_600, '24h': day, '7d': 7 * day });
    expect(limits.defaultFormerSecretEnd).toBe('24h');
    expect(bulkLimits).toEqual({ rows: 50_000, undoMinutes: 10 });
    expect(changedPermissionsPerDay).toBe(200_000);
    expect([limits.requestTimeoutMs, limits.persistTimeoutMs, limits.lazyIndicatorMs]).toEqual([
      10_000, 5_000, 300,
    ]);
    expect([
      limits.successCountdownSeconds,
      limits.popupCountdownSeconds,
      limits.popupErrorCountdownSeconds,
    ]).toEqual([5, 3, 20]);
  });
});
