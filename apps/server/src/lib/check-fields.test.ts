import { describe, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { checkFields } from './check-fields.ts';

const refusal = (code: 'PASSWORD_COMMON' | 'REFERRAL_INVALID', field: string) =>
  Promise.reject(new AppError(code, { fields: { [field]: 'format' } }));
const failureOf = async (checks: readonly unknown[]): Promise<unknown> =>
  checkFields(checks).then(
    () => 'passed',
    (error: unknown) => error,
  );

describe('the check of several fields', () => {
  it('returns the results in the order of the fields', async () => {
    expect(await checkFields([Promise.resolve('a'), 2])).toEqual(['a', 2]);
  });

  it('throws the failure of a single field unchanged', async () => {
    expect(await failureOf([refusal('PASSWORD_COMMON', 'password'), 1])).toMatchObject({
      code: 'PASSWORD_COMMON',
      fields: { password: 'format' },
    });
  });

  it('throws one error with the fields of several failures', async () => {
    const checks = [refusal('PASSWORD_COMMON', 'password'), refusal('REFERRAL_INVALID', 'referralCode')];
    expect(await failureOf(checks)).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { password: 'format', referralCode: 'format' },
    });
  });

  it('throws an outage instead of the errors of fields', async () => {
    const outage = new Error('connection lost');
    expect(await failureOf([refusal('PASSWORD_COMMON', 'password'), Promise.reject(outage)])).toBe(outage);
  });

  it('throws an error without fields instead of the errors of fields', async () => {
    const limited = new AppError('RATE_LIMITED');
    expect(await failureOf([refusal('PASSWORD_COMMON', 'password'), Promise.reject(limited)])).toBe(limited);
  });
});
