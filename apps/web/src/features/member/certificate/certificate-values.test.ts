import * as v from 'valibot';
import { expect, test } from 'vitest';
import { bodyOf, certificateSchema, valuesOf } from './certificate-values.ts';

const typed = { number: ' HN-1 ', province: '01', issuedOn: '2026-01-15', expiresOn: '', employer: '' };
const fieldsOf = (change: Partial<typeof typed>) =>
  Object.keys(
    v.flatten(v.safeParse(certificateSchema, { ...typed, ...change }).issues ?? [never]).nested ?? {},
  );
const never = {
  kind: 'validation',
  type: 'never',
  input: '',
  expected: null,
  received: '',
  message: '',
} as const;

test('the certificate form sends empty fields as null', () => {
  expect(bodyOf(v.parse(certificateSchema, typed))).toEqual({
    number: 'HN-1',
    province: '01',
    issuedOn: '2026-01-15',
    expiresOn: null,
    employer: null,
  });
});

test.each([
  [{ number: ' ' }, ['number']],
  [{ province: '' }, ['province']],
  [{ issuedOn: '' }, ['issuedOn']],
  [{ issuedOn: '2026-02-31x' }, ['issuedOn']],
  [{ expiresOn: 'x' }, ['expiresOn']],
  [{ expiresOn: '2026-01-15' }, ['expiresOn']],
  [{ expiresOn: '2026-01-16' }, []],
])('the certificate form checks %j and reports errors at %j', (change, fields) => {
  expect(fieldsOf(change)).toEqual(fields);
});

test('the certificate form is filled from a saved certificate', () => {
  expect(
    valuesOf({
      number: 'HN-1',
      province: '01',
      issuedOn: '2026-01-15',
      expiresOn: null,
      status: 'declared',
      reason: null,
      employer: { name: 'Sông Hồng', taxCode: null, verified: false, referralCode: 'K7M2Q9XA' },
    }),
  ).toEqual({ number: 'HN-1', province: '01', issuedOn: '2026-01-15', expiresOn: '' });
});
