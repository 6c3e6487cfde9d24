import type { DataOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import type { SessionDemand } from '#sign-in/complete/complete.policy.ts';
import type { FullSession } from './session-columns.ts';

export type UserInfo = DataOf<Endpoints['GET /vid/ajax/auth/me']>;
export type SignInOutcome = DataOf<Endpoints['POST /vid/ajax/auth/login/phone']>;

/** Menu items that do not apply to an account, in addition to those that the association hides. */
export const unavailableNavIds = (
  role: UserInfo['role'],
  managableApplications: UserInfo['managableApplications'],
): string[] => [
  ...(role === 'admin' ? [] : ['administration']),
  ...(managableApplications.length > 0 ? [] : ['applications']),
];

/** Converts a session's account to the form of the API, with the demands that it must meet first. */
export function toUserInfo(session: FullSession, demands: readonly SessionDemand[]): UserInfo {
  const { account, enterprise } = session;
  return {
    id: account.id,
    sessionToken: session.id,
    phone: account.phone ?? '',
    isEnterprise: enterprise !== null,
    status: account.status,
    role: account.role,
    roles: account.role === 'admin' ? ['user', 'admin'] : ['user'],
    name: account.name,
    email: account.email,
    avatar: account.avatar,
    object: account.memberObject,
    province: account.province,
    referralCode: account.referralCode,
    enterprise: enterprise && {
      name: enterprise.name,
      shortName: enterprise.shortName,
      taxCode: enterprise.taxCode,
      representative: enterprise.representative,
      verified: enterprise.verifiedAt !== null,
    },
    isComplete: enterprise
      ? Boolean(enterprise.name && enterprise.taxCode && enterprise.representative && account.province)
      : Boolean(account.name && account.memberObject && account.province),
    demands: [...demands],
    mustSetUpTwoStep: session.mustSetUpTwoStep,
    exclusiveNavIds: [
      ...unavailableNavIds(account.role, session.managableApplications),
      ...(account.hiddenNavIds ?? []),
    ],
    managableApplications: session.managableApplications,
  };
}
