import { describe, expect, it } from 'vitest';
import {
  claimsOfScope,
  partsOfName,
  personClaims,
  toBrokerClaims,
  toClaims,
  userNameOf,
  type AccountRow,
} from './claims.ts';

const origin = 'https://id.example.vn';
const person: AccountRow = {
  isEnterprise: false,
  isVerifiedEnterprise: false,
  name: 'Nguyễn Văn An',
  picture: '/vid/avatars/a.webp',
  email: 'an@example.vn',
  isEmailConfirmed: true,
  phone: '+84912345678',
  memberObject: 'broker',
  mustChangePassword: false,
  roles: ['reader'],
};

describe('the claims of an account', () => {
  it('contain the data of a person', () => {
    expect(toClaims('acc_1b8v', person, origin)).toEqual({
      name: 'Nguyễn Văn An',
      preferred_username: 'nguyen.van.an.1b8v',
      family_name: 'Nguyễn',
      middle_name: 'Văn',
      given_name: 'An',
      picture: 'https://id.example.vn/vid/avatars/a.webp',
      email: 'an@example.vn',
      email_verified: true,
      phone_number: '+84912345678',
      phone_number_verified: true,
      'vid:is_enterprise': false,
      'vid:is_verified_enterprise': false,
      'vid:object': 'broker',
      'vid:roles': ['reader'],
    });
  });

  it('contain no name parts for an enterprise', () => {
    const enterprise = { ...person, isEnterprise: true, isVerifiedEnterprise: true, name: 'Đất Vàng' };
    const claims = toClaims('acc_1b8v', enterprise, origin);
    expect(claims).toMatchObject({
      name: 'Đất Vàng',
      'vid:is_enterprise': true,
      'vid:is_verified_enterprise': true,
    });
    for (const name of ['family_name', 'middle_name', 'given_name']) expect(claims).not.toHaveProperty(name);
  });

  it('omit values that the account does not have', () => {
    const nothing = {
      ...person,
      name: null,
      picture: null,
      email: null,
      isEmailConfirmed: false,
      phone: null,
      memberObject: null,
      roles: null,
    };
    expect(toClaims('acc_1b8v', nothing, origin)).toEqual({
      preferred_username: 'member.1b8v',
      'vid:is_enterprise': false,
      'vid:is_verified_enterprise': false,
      'vid:roles': [],
    });
    const unconfirmed = { ...person, isEmailConfirmed: false };
    expect(toClaims('acc_1b8v', unconfirmed, origin)).toMatchObject({ email_verified: false });
  });

  it('are assigned to scopes, and an unknown scope has none', () => {
    expect(claimsOfScope('phone')).toEqual(['phone_number', 'phone_number_verified']);
    expect([claimsOfScope('iss'), claimsOfScope('x')]).toEqual([[], []]);
    for (const claim of ['name', 'email', 'phone_number', 'vid:roles', 'vid:employer'])
      expect([claim, personClaims.has(claim)]).toEqual([claim, true]);
    for (const claim of ['sub', 'amr', 'acr'])
      expect([claim, personClaims.has(claim)]).toEqual([claim, false]);
  });
});

describe('the parts of a name', () => {
  it.each([
    ['An', { given_name: 'An' }],
    ['Nguyễn An', { family_name: 'Nguyễn', given_name: 'An' }],
    ['Nguyễn Thị Ngọc Ánh', { family_name: 'Nguyễn', middle_name: 'Thị Ngọc', given_name: 'Ánh' }],
    ['  Nguyễn   Văn  An ', { family_name: 'Nguyễn', middle_name: 'Văn', given_name: 'An' }],
    ['', {}],
  ])('of %j are %j', (name, parts) => {
    expect(partsOfName(name)).toEqual(parts);
  });
});

describe('the user name', () => {
  it.each([
    ['Đặng Thị Ổn', 'dang.thi.on.1b8v'],
    ["O'Neil 2", 'o.neil.2.1b8v'],
    ['', 'member.1b8v'],
    ['Хоа', 'member.1b8v'],
    ['a'.repeat(32), `${'a'.repeat(32)}.1b8v`],
    ['a'.repeat(33), `${'a'.repeat(32)}.1b8v`],
  ])('of %j is %j', (name, userName) => {
    expect(userNameOf('acc_x1b8v', name)).toBe(userName);
  });
});

describe('the claims of a broker', () => {
  const certificate = {
    number: 'HN-1',
    province: '01',
    issuedOn: '2024-05-06',
    expiresOn: null,
    status: 'confirmed',
    refusal: null,
    employerId: null,
    employerName: null,
    employerTaxCode: null,
    employerCode: null,
    isEmployerVerified: false,
  } as const;

  it('contain the certificate, and omit a missing expiry date and employer', () => {
    expect(toBrokerClaims(certificate)).toEqual({
      'vid:broker_certificate': {
        number: 'HN-1',
        province: '01',
        issued_on: '2024-05-06',
        status: 'confirmed',
      },
    });
    expect(toBrokerClaims({ ...certificate, expiresOn: '2029-05-06' })).toMatchObject({
      'vid:broker_certificate': { expires_on: '2029-05-06' },
    });
  });

  it('include the known data of the employer', () => {
    const employed = { ...certificate, employerId: 'acc_e', status: 'declared' } as const;
    expect(toBrokerClaims(employed)['vid:employer']).toEqual({ verified: false, status: 'declared' });
    const known = {
      ...employed,
      employerName: 'Đất Vàng',
      employerTaxCode: '0100109106',
      isEmployerVerified: true,
    };
    expect(toBrokerClaims(known)['vid:employer']).toEqual({
      name: 'Đất Vàng',
      tax_code: '0100109106',
      verified: true,
      status: 'declared',
    });
  });
});
