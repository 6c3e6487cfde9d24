import type Provider from 'oidc-provider';
import type { ApplicationService } from '#sso/applications/application.service.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';
import type { Counters } from '#platform/limits/counters.ts';
import { AppError } from '#lib/app-error.ts';
import { acrOf, amrOf } from '#sso/oidc/provider/acr.ts';
import { toSsoApplication } from '#sso/oidc/interactions/application-view.ts';
import type { DeviceRepo } from './device.repo.ts';
import { holdGrant, type GrantRepo } from '#sso/oidc/store/grants.ts';

type Parts = {
  readonly getProvider: () => Promise<Provider>;
  readonly applications: ApplicationService;
  readonly repo: DeviceRepo;
  readonly grants: GrantRepo;
  readonly counters: Pick<Counters, 'hit'>;
};

/** A person mistypes now and then; a program that tries codes does not stop there (RFC 8628 section 5.1). */
const triesPerHour = 30;

/** The device flow (RFC 8628) on VID's own screen: look a code up, then approve or deny it. */
export function createDeviceService({ getProvider, applications, repo, grants, counters }: Parts) {
  const open = async (typed: string, accountId: string) => {
    const [tries] = await counters.hit([
      { key: `device-code:${accountId}`, windowSeconds: 3_600, limit: triesPerHour },
    ]);
    if (tries?.isOver) throw new AppError('DEVICE_CODE_INVALID');
    // As shown, in any spelling: case, dashes and spaces do not matter (RFC 8628 section 6.1).
    const userCode = typed
      .normalize('NFKC')
      .replace(/[^a-z0-9]/giu, '')
      .toUpperCase();
    const code = await repo.findUndecided(userCode);
    const found = code && (await applications.findActive(code.clientId));
    if (!found) throw new AppError('DEVICE_CODE_INVALID');
    return { userCode, ...found, scope: code.scope };
  };

  return {
    async lookUp(typed: string, session: CurrentSession) {
      const { application, scope } = await open(typed, session.account.id);
      return { application: toSsoApplication(application), scopes: scope.split(' ') };
    },
    async decide(typed: string, approve: boolean, session: CurrentSession): Promise<{ approved: boolean }> {
      const accountId = session.account.id;
      const { userCode, application, client, scope } = await open(typed, accountId);
      if (!approve) {
        const refusal = { error: 'access_denied', errorDescription: 'the person refused' } as const;
        if (!(await repo.decide(userCode, refusal))) throw new AppError('DEVICE_CODE_INVALID');
        return { approved: false };
      }
      if ((await applications.rolesOf(accountId, application)) === undefined)
        throw new AppError('SSO_FORBIDDEN');
      // The session's own grant, so that the device ends with the session and is told of its end.
      const held = await holdGrant(await getProvider(), grants, {
        sessionId: session.id,
        accountId,
        clientId: client.id,
        scope,
      });
      const isDecided = await repo.decide(userCode, {
        accountId,
        acr: acrOf(session.method),
        amr: amrOf(session.method),
        authTime: Math.floor(session.authenticatedAt.getTime() / 1000),
        ...held,
        scope,
        sessionUid: session.id,
        ...(scope.split(' ').includes('offline_access') ? {} : { expiresWithSession: true }),
      });
      if (!isDecided) throw new AppError('DEVICE_CODE_INVALID');
      return { approved: true };
    },
  };
}

export type DeviceService = ReturnType<typeof createDeviceService>;
