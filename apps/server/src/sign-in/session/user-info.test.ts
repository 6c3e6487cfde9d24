import { accountFields, mapFields } from '@vid/contract/profile-fields';
import { describe, expect, it } from 'vitest';
import type { CurrentSession } from './session-columns.ts';
import { noExtras, withExtras } from './session-columns.ts';
import { toUserInfo } from './user-info.ts';

const noFields = mapFields(accountFields, () => null);
const account: CurrentSession['account'] = {
  ...noFields,
  id: 'acc_1',
  kind: 'personal',
  status: 'active',
  role: 'user',
  phone: '+84912345678',
  name: 'Nguyễn Văn An',
  email: 'an@example.vn',
  emailConfirmedAt: null,
  avatar: '/a.png',
  memberObject: 'broker',
  province: '79',
  referralCode: 'ABCD1234',
  locale: 'vi',
  hiddenNavIds: null,
};
const session: CurrentSession = {
  id: 'ses_1',
  amr: ['pwd'],
  isPersistent: true,
  authenticatedAt: new Date(0),
  isFromQr: false,
  isRecent: true,
  isRenewed: false,
  isConfirmed: true,
  mayTouch: false,
  mustChangePassword: false,
  holdSeconds: 0,
  holdUntil: null,
  isAdmin: false,
  mustSetUpTwoStep: false,
  mustAgree: false,
  mustDecideDeletion: false,
  hasExtras: false,
  account,
};
const verifiedAt = new Date(0);
const enterprise = {
  ...noExtras,
  enterpriseName: 'Sông Hồng',
  shortName: 'SH',
  taxCode: '0100109106',
  representative: 'Trần Bình',
};

const infoOf = (change: Partial<typeof account>, extras: Partial<typeof noExtras> = {}) =>
  toUserInfo(withExtras({ ...session, account: { ...account, ...change } }, { ...noExtras, ...extras }), []);

describe('the account of a session', () => {
  it('contains the fields of a member', () => {
    expect(infoOf({})).toEqual({
      ...noFields,
      id: 'acc_1',
      sessionToken: 'ses_1',
      phone: '+84912345678',
      isEnterprise: false,
      status: 'active',
      role: 'user',
      roles: ['user'],
      name: 'Nguyễn Văn An',
      email: 'an@example.vn',
      isEmailConfirmed: false,
      avatar: '/a.png',
      object: 'broker',
      province: '79',
      referralCode: 'ABCD1234',
      enterprise: null,
      isComplete: true,
      demands: [],
      mustSetUpTwoStep: false,
      hold: null,
      exclusiveNavIds: ['administration', 'applications'],
      managableApplications: [],
    });
  });

  it('contains whether the e-mail address is confirmed', () => {
    expect(infoOf({ emailConfirmedAt: new Date(0) }).isEmailConfirmed).toBe(true);
  });

  it('contains an empty phone for an account without one', () => {
    expect(infoOf({ phone: null }).phone).toBe('');
  });

  it('hides the menu items that the association hides', () => {
    expect(infoOf({ hiddenNavIds: ['privacy'] }).exclusiveNavIds).toEqual([
      'administration',
      'applications',
      'privacy',
    ]);
  });

  it('contains the role of an administrator', () => {
    expect(infoOf({ role: 'admin' })).toMatchObject({
      role: 'admin',
      roles: ['user', 'admin'],
      exclusiveNavIds: ['applications'],
    });
  });

  it('contains whether an enterprise is verified', () => {
    const { enterpriseName: name, shortName, taxCode, representative } = enterprise;
    expect(infoOf({ kind: 'enterprise' }, enterprise)).toMatchObject({
      isEnterprise: true,
      isComplete: true,
      enterprise: { name, shortName, taxCode, representative, verified: false },
    });
    expect(infoOf({ kind: 'enterprise' }, { verifiedAt }).enterprise).toEqual({
      name: null,
      shortName: null,
      taxCode: null,
      representative: null,
      verified: true,
    });
    expect(infoOf({}, enterprise).enterprise).toBeNull();
  });

  it.each<[string, Partial<typeof account>, Partial<typeof noExtras>]>([
    ['a person without a name', { name: null }, {}],
    ['a person without a kind of member', { memberObject: null }, {}],
    ['a person without a province', { province: null }, {}],
    ['an enterprise without a name', { kind: 'enterprise' }, { ...enterprise, enterpriseName: null }],
    ['an enterprise without a tax code', { kind: 'enterprise' }, { ...enterprise, taxCode: null }],
    [
      'an enterprise without a representative',
      { kind: 'enterprise' },
      { ...enterprise, representative: null },
    ],
    ['an enterprise without a province', { kind: 'enterprise', province: null }, enterprise],
  ])('is incomplete for %s', (_case, change, extras) => {
    expect(infoOf(change, extras).isComplete).toBe(false);
  });

  it('is complete for an enterprise even without the fields of a person', () => {
    expect(infoOf({ kind: 'enterprise', name: null, memberObject: null }, enterprise).isComplete).toBe(true);
  });

  it('lists managed applications and required steps', () => {
    const managed = [{ id: 'app_1', code: 'shop', name: 'Shop' }];
    const full = withExtras(session, { ...noExtras, managed });
    expect(toUserInfo(full, ['change-password'])).toMatchObject({
      managableApplications: managed,
      demands: ['change-password'],
    });
  });
});
