import { AppError } from '../../lib/app-error.ts';
import type { ApplicationService } from '../applications/application.service.ts';
import type { SsoRedirectRepo } from './sso-redirect.repo.ts';

type Parts = { readonly applications: ApplicationService; readonly repo: SsoRedirectRepo };

/** Validates where a person is to be sent back to, before anything is shown or sent. */
export function createSsoRedirectService({ applications, repo }: Parts) {
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
      preSessionHash: Buffer;
    }) {
      const redirectUrls = typeof input.redirectUrls === 'string' ? [input.redirectUrls] : input.redirectUrls;
      const found = await applications.findActive(input.clientId);
      if (!found || found.application.code !== input.appCode) throw new AppError('SSO_INVALID_REQUEST');
      const { client, application } = found;
      const [first] = redirectUrls;
      if (first === undefined || !redirectUrls.every((address) => client.redirectUris.includes(address)))
        throw new AppError('REDIRECT_INVALID');
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
