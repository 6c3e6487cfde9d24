import type { RefuseTraced } from '#sso/refusal-log.ts';
import type { ApplicationService } from '#sso/applications/application.service.ts';
import type { SsoRedirectRepo } from './sso-redirect.repo.ts';

type Parts = {
  readonly applications: Pick<ApplicationService, 'findActive'>;
  readonly repo: SsoRedirectRepo;
  readonly refuse: RefuseTraced;
};

/** Validates where a person is to be sent back to, before anything is shown or sent. */
export function createSsoRedirectService({ applications, repo, refuse }: Parts) {
  return {
    /**
     * Every address must be, character for character, one that is registered for this client: parsing first is
     * what lets `\@` or `%2e%2e` through (A1). A list with one bad entry is refused whole.
     * @throws AppError SSO_INVALID_REQUEST for an unknown pair, REDIRECT_INVALID for an address
     */
    async validate(input: {
      appCode: string;
      clientId: string;
      redirectUrls: string | readonly string[];
      /** Where a sign-out comes back to: post-logout addresses count, too, and no code can follow. */
      action?: 'logout';
      preSessionHash: Buffer;
    }) {
      const { appCode, clientId } = input;
      const redirectUrls = typeof input.redirectUrls === 'string' ? [input.redirectUrls] : input.redirectUrls;
      const [first = ''] = redirectUrls;
      const found = await applications.findActive(clientId);
      if (found?.application.code !== appCode)
        return refuse('SSO_INVALID_REQUEST', { clientId, appCode, reason: 'client', redirectUri: first });
      const { client, application } = found;
      const isLogout = input.action === 'logout';
      const good = isLogout ? [...client.redirectUris, ...client.postLogoutUris] : client.redirectUris;
      const wrong = redirectUrls.find((address) => !good.includes(address));
      if (wrong !== undefined || client.kind === 'machine')
        return refuse('REDIRECT_INVALID', { clientId, appCode, reason: 'redirect_uri', redirectUri: wrong });
      if (!isLogout)
        await repo.save({ preSessionHash: input.preSessionHash, clientId: client.id, redirectUri: first });
      return {
        name: application.name,
        logo: application.logo,
        redirectUrls: [...redirectUrls],
        isFirstParty: application.isFirstParty,
        asksToContinue: client.asksToContinue || !application.isFirstParty,
      };
    },
  };
}

export type SsoRedirectService = ReturnType<typeof createSsoRedirectService>;
