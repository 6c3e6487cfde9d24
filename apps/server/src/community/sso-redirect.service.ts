import type { Body } from '@vid/contract/endpoints/index';
import { domainOf, isRegistered } from '#applications/clients/redirect-address.policy.ts';
import { AppError } from '#lib/app-error.ts';
import { scopesFor } from './community-scopes.ts';
import { redirectProblem } from '#diagnosis/attempts/address-problem.ts';
import { done, failed, linkOf, type StepResult } from '#diagnosis/attempts/attempt.ts';
import type { SignOn } from '#oidc/services.ts';
import { createSsoRedirectRepo } from './sso-redirect.repo.ts';

type RedirectRequest = Body<'POST /vid/ajax/apps/view/validateRedirectUrls'> & {
  readonly preSessionHash: Buffer;
  readonly addressKey: string;
};

export function createSsoRedirectService({ applications, requestLimit, attempts, ...deps }: SignOn) {
  const transactions = createSsoRedirectRepo(deps.sql);
  const { refuse } = deps.refusalLog;
  return {
    /**
     * Validates redirect URIs, and stores the first one unless the request is a logout. Except for the port of a native
     * client's loopback URI, each must equal a registered URI character by character, because comparing parsed URIs
     * lets `\@` or `%2e%2e` through (A1). One invalid URI invalidates the whole list.
     * @throws AppError SSO_INVALID_REQUEST for an unknown or inactive client or another application's client;
     *   REDIRECT_INVALID for an unregistered URI or a machine client; RATE_LIMITED for too many requests other than
     *   logouts from one network
     */
    async validate({ appCode, clientId, action, preSessionHash, addressKey, ...input }: RedirectRequest) {
      const redirectUrls = typeof input.redirectUrls === 'string' ? [input.redirectUrls] : input.redirectUrls;
      const [first = ''] = redirectUrls;
      const from = addressKey;
      const report = (...steps: StepResult[]) =>
        attempts.begin({
          clientId,
          protocol: 'community',
          links: [linkOf('browser', preSessionHash)],
          steps,
        });
      const found = await applications.findActive(clientId);
      if (found?.application.code !== appCode) {
        report(
          failed('request', {
            ...(found
              ? { code: 'appCode', sent: appCode, expected: [found.application.code] }
              : { code: 'clientDisabled' }),
            error: 'SSO_INVALID_REQUEST',
          }),
        );
        return refuse('SSO_INVALID_REQUEST', {
          clientId,
          appCode,
          reason: 'client',
          redirectUri: first,
          from,
        });
      }
      const { client, application } = found;
      const isLogout = action === 'logout';
      const registered = isLogout ? [...client.redirectUris, ...client.postLogoutUris] : client.redirectUris;
      const wrong = redirectUrls.find((address) => !isRegistered(address, registered, client.kind));
      if (wrong !== undefined || client.kind === 'machine') {
        report(
          ...done('request'),
          failed('redirect', redirectProblem('REDIRECT_INVALID', wrong, registered)),
        );
        return refuse('REDIRECT_INVALID', {
          clientId,
          appCode,
          reason: 'redirect_uri',
          redirectUri: wrong,
          from,
        });
      }
      if (!isLogout) {
        const retryAfterSeconds = await requestLimit.ofNetwork(addressKey);
        if (retryAfterSeconds > 0) throw new AppError('RATE_LIMITED', { retryAfterSeconds });
        await transactions.save({ preSessionHash, clientId: client.id, redirectUri: first });
        report(...done('request', 'redirect'), { step: 'signIn', state: 'waiting' });
      }
      return {
        name: application.name,
        logo: application.logo,
        operatorName: application.operatorName,
        policyUrl: application.policyUrl,
        domain: domainOf(first),
        redirectUrls: [...redirectUrls],
        isFirstParty: application.isFirstParty,
        asksToContinue: client.asksToContinue || !application.isFirstParty,
        requiresName: client.requiresName,
        requiresEmail: client.requiresEmail,
        scopes: application.isFirstParty ? [] : scopesFor(client),
      };
    },
  };
}
