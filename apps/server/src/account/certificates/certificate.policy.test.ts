import { describe, expect, it } from 'vitest';
import { newReferralCode } from '#account/referral/referral.policy.ts';
import { readCertificate, readEmployer, todayAt, type DeclaredCertificate } from './certificate.policy.ts';

const declared: DeclaredCertificate = {
  number: ' HN-01234 ',
  province: '01',
  issuedOn: '2026-01-15',
  expiresOn: '2031-01-15',
  employer: null,
};
const read = (change: Partial<DeclaredCertificate>) =>
  readCertificate({ ...declared, ...change }, { provinces: new Set(['01']), today: '2026-11-23' });

describe('a declared certificate', () => {
  it('is read without the spaces around its number', () => {
    expect(read({})).toStrictEqual({
      certificate: { number: 'HN-01234', province: '01', issuedOn: '2026-01-15', expiresOn: '2031-01-15' },
      problems: {},
    });
  });

  it.each<Partial<DeclaredCertificate>>([
    { expiresOn: null },
    { issuedOn: '2026-11-23' },
    { issuedOn: '2024-02-29' },
    { issuedOn: '2007-01-01' },
    { expiresOn: '2026-01-16' },
    { expiresOn: '2099-12-31' },
  ])('may contain %j', (change) => {
    expect(read(change).problems).toStrictEqual({});
  });

  it.each<[Partial<DeclaredCertificate>, Record<string, string>]>([
    [{ number: ' ' }, { number: 'required' }],
    [{ number: 'a'.repeat(101) }, { number: 'tooLong' }],
    [{ number: '\u0000' }, { number: 'characters' }],
    [{ province: '99' }, { province: 'unknown' }],
    [{ issuedOn: '2026-11-24' }, { issuedOn: 'date' }],
    [{ issuedOn: '2006-12-31' }, { issuedOn: 'date' }],
    [{ issuedOn: '2025-02-29' }, { issuedOn: 'date' }],
    [{ issuedOn: '2025-13-01' }, { issuedOn: 'date' }],
    [{ issuedOn: '15/01/2026' }, { issuedOn: 'date' }],
    [{ issuedOn: '' }, { issuedOn: 'date' }],
    [{ expiresOn: '2026-01-15' }, { expiresOn: 'date' }],
    [{ expiresOn: '2100-01-01' }, { expiresOn: 'date' }],
    [{ expiresOn: '' }, { expiresOn: 'date' }],
    [
      { number: '', province: '' },
      { number: 'required', province: 'unknown' },
    ],
  ])('must not contain %j', (change, problems) => {
    expect(read(change).problems).toStrictEqual(problems);
  });
});

it('the check of a certificate begins a new day at midnight in Vietnam', () => {
  expect(todayAt(Date.parse('2026-11-23T16:59:59Z'))).toBe('2026-11-23');
  expect(todayAt(Date.parse('2026-11-23T17:00:00Z'))).toBe('2026-11-24');
});

describe('an employer', () => {
  it.each([
    [' ', { kind: 'none' }],
    ['0101 248 141', { kind: 'taxCode', text: '0101248141' }],
    [' Sàn  Nhà Xinh ', { kind: 'name', text: 'Sàn Nhà Xinh' }],
    ['0101', { problem: 'employer' }],
    ['x'.repeat(101), { problem: 'tooLong' }],
  ])('is read from %j as %j', (typed, employer) => {
    expect(readEmployer(typed)).toEqual(employer);
  });

  it('is read from a referral code in lower case', () => {
    const code = newReferralCode();
    expect(readEmployer(` ${code.toLowerCase()}`)).toEqual({ kind: 'referralCode', text: code });
  });
});
