import type Provider from 'oidc-provider';
import type { ApplicationService } from '../features/applications/application.service.ts';
import type { CurrentSession } from '../features/session/session.service.ts';
import { AppError } from '../lib/app-error.ts';
import { acrOf, amrOf } from './session-source.ts';

type Parts = { readonly getProvider: () => Promise<Provider>; readonly applications: ApplicationService };

/** The device flow (RFC 8628) on VID's own screen: look a code up, then approve or deny it. */
export function createDeviceService({ getProvider, applications }: Parts) {
  const open = async (userCode: string) => {
    const provider = await getProvider();
    // As shown, in any spelling: case, dashes and spaces do not matter (RFC 8628 section 6.1).
    const normalised = userCode
      .normalize('NFKC')
      .replace(/[^a-z0-9]/giu, '')
      .toUpperCase();
    const code = await provider.DeviceCode.findByUserCode(normalised);
    const found = code?.clientId === undefined ? undefined : await applications.findActive(code.clientId);
    if (!code || !found || code.error !== undefined || code.accountId !== undefined)
      throw new AppError('DEVICE_CODE_INVALID');
    const scope = typeof code.params?.['scope'] === 'string' ? code.params['scope'] : 'openid';
    return { provider, code, ...found, scope };
  };

  return {
    async lookUp(userCode: string) {
      const { application, scope } = await open(userCode);
      return {
        application: {
          code: application.code,
          name: application.name,
          logo: application.logo,
          isFirstParty: application.isFirstParty,
        },
        scopes: scope.split(' '),
      };
    },
    async decide(
      userCode: string,
      approve: boolean,
      session: CurrentSession,
    ): Promise<{ approved: boolean }> {
      const { provider, code, application, client, scope } = await open(userCode);
      if (!approve) {
        Object.assign(code, { error: 'access_denied', errorDescription: 'the person refused' });
        await code.save();
        return { approved: false };
      }
      const roles = await applications.rolesOf(session.account.id, application);
      if (roles === undefined) throw new AppError('SSO_FORBIDDEN');
      const grant = new provider.Grant({ accountId: session.account.id, clientId: client.id });
      grant.addOIDCScope(scope);
      Object.assign(code, {
        accountId: session.account.id,
        acr: acrOf(session.method),
        amr: amrOf(session.method),
        authTime: Math.floor(session.authenticatedAt.getTime() / 1000),
        grantId: await grant.save(),
        scope,
        sessionUid: session.id,
      });
      await code.save();
      return { approved: true };
    },
  };
}

export type DeviceService = ReturnType<typeof createDeviceService>;
