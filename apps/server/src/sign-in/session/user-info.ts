import { holdSeconds } from '@vid/contract/limits';
import type { Data } from '@vid/contract/endpoints/index';
import {
  accountFields,
  enterpriseFieldColumns,
  mapFields,
  missingFields,
} from '@vid/contract/profile-fields';
import type { SessionDemand } from '#sign-in/complete/complete.policy.ts';
import { pick } from '#lib/pick.ts';
import type { FullSession } from './session-columns.ts';

export type UserInfo = Data<'GET /vid/ajax/auth/me'>;
export type SignInOutcome = Data<'POST /vid/ajax/auth/login/phone'>;

/** Returns the menu items that do not apply to the account. The association may hide others. */
export const unavailableNavIds = (
  role: UserInfo['role'],
  managableApplications: UserInfo['managableApplications'],
): string[] => [
  ...(role === 'admin' ? [] : ['administration']),
  ...(managableApplications.length > 0 ? [] : ['applications']),
];

export function toUserInfo(session: FullSession, demands: readonly SessionDemand[]): UserInfo {
  const { account, enterprise } = session;
  const profile = {
    ...mapFields(accountFields, ({ column }) => account[column]),
    object: account.memberObject,
    isEnterprise: enterprise !== null,
    enterprise: enterprise && {
      ...pick(enterprise, enterpriseFieldColumns),
      verified: enterprise.verifiedAt !== null,
    },
  };
  return {
    id: account.id,
    sessionToken: session.id,
    phone: account.phone ?? '',
    status: account.status,
    role: account.role,
    roles: account.role === 'admin' ? ['user', 'admin'] : ['user'],
    ...profile,
    isEmailConfirmed: account.emailConfirmedAt !== null,
    avatar: account.avatar,
    referralCode: account.referralCode,
    isComplete: missingFields(profile).length === 0,
    demands: [...demands],
    mustSetUpTwoStep: session.mustSetUpTwoStep,
    hold: session.holdUntil && holdOf(session.holdUntil),
    exclusiveNavIds: [
      ...unavailableNavIds(account.role, session.managableApplications),
      ...(account.hiddenNavIds ?? []),
    ],
    managableApplications: session.managableApplications,
  };
}

function holdOf(until: Date): NonNullable<UserInfo['hold']> {
  return { since: new Date(until.getTime() - holdSeconds * 1_000).toISOString(), until: until.toISOString() };
}
