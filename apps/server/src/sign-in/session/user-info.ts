import type { DataOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import type { SessionDemand } from '#sign-in/complete/complete.policy.ts';
import type { FullSession } from './session-columns.ts';

export type UserInfo = DataOf<Endpoints['GET /vid/ajax/auth/me']>;

/** A session's account as the API returns it, with its next demand. */
export function toUserInfo(session: FullSession, demand: SessionDemand | null): UserInfo {
  const { account, enterprise } = session;
  const isEnterprise = account.kind === 'enterprise';
  return {
    id: account.id,
    sessionToken: session.id,
    phone: account.phone,
    isEnterprise,
    status: account.status,
    role: account.role,
    roles: account.role === 'admin' ? ['user', 'admin'] : ['user'],
    name: account.name,
    email: account.email,
    avatar: account.avatar,
    object: account.memberObject,
    province: account.province,
    referralCode: account.referralCode,
    enterprise: isEnterprise
      ? {
          name: enterprise?.name ?? null,
          shortName: enterprise?.shortName ?? null,
          taxCode: enterprise?.taxCode ?? null,
          representative: enterprise?.representative ?? null,
          verified: Boolean(enterprise?.verifiedAt),
        }
      : null,
    isComplete: isEnterprise
      ? Boolean(enterprise?.name && enterprise.taxCode && enterprise.representative && account.province)
      : Boolean(account.name && account.memberObject && account.province),
    mustChangePassword: demand === 'change-password',
    exclusiveNavIds: account.role === 'admin' ? [] : ['administration'],
    managableApplications: session.managableApplications,
  };
}
