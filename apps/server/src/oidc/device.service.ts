import type Provider from 'oidc-provider';
import type { ApplicationService } from '../features/applications/application.service.ts';
import type { AuthCodeRepo } from '../features/auth-code/auth-code.repo.ts';
import type { CurrentSession } from '../features/session/session.service.ts';
import type { Counters } from '../features/limits/counters.ts';
import { AppError } from '../lib/app-error.ts';
import { newSecret } from '../lib/ids.ts';
import { toSsoApplication } from './application-view.ts';
import type { DeviceRepo } from './device.repo.ts';
import { acrOf, amrOf } from './session-source.ts';

type Parts = {
  readonly getProvider: () => Promise<Provider>;
  readonly applications: ApplicationService;
  readonly repo: DeviceRepo;
  readonly grants: Pick<AuthCodeRepo, 'rememberGrant'>;
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

  /** The session's grant for the client, so that the device ends with the session and is told of its end. */
  const grantOf = async (session: CurrentSession, clientId: string, scope: string) => {
    const accountId = session.account.id;
    const provider = await getProvider();
    const own = new provider.Grant({ accountId, clientId });
    own.addOIDCScope(scope);
    const entry = { grantId: await own.save(), sid: newSecret().slice(0, 22) };
    const write = { sessionId: session.id, accountId, clientId };
    const kept = await grants.rememberGrant({ ...write, entry, deadGrantId: null });
    if (kept.grantId === entry.grantId) return kept;
    const held = await provider.Grant.find(kept.grantId);
    if (!held)
      return grants.rememberGrant({
        ...write,
        entry: { ...entry, sid: kept.sid },
        deadGrantId: kept.grantId,
      });
    held.addOIDCScope(scope);
    await held.save();
    return kept;
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
      const entry = await grantOf(session, client.id, scope);
      const isDecided = await repo.decide(userCode, {
        accountId,
        acr: acrOf(session.method),
        amr: amrOf(session.method),
        authTime: Math.floor(session.authenticatedAt.getTime() / 1000),
        ...entry,
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
