import { AppError } from '../../lib/app-error.ts';
import type { AuthCodeIssuer } from '../../oidc/auth-code.ts';
import type { ApplicationService } from '../applications/application.service.ts';
import type { CurrentSession } from '../session/session.service.ts';
import type { SsoRedirectRepo } from '../sso-redirect/sso-redirect.repo.ts';

type Parts = {
  readonly applications: ApplicationService;
  readonly transactions: SsoRedirectRepo;
  readonly issuer: AuthCodeIssuer;
};

type Request = {
  readonly appCode: string;
  readonly clientId: string;
  readonly codeChallenge: string;
  readonly redirectTo?: string;
  readonly session: CurrentSession;
  readonly preSessionHash: Buffer | undefined;
};

export function createAuthCodeService({ applications, transactions, issuer }: Parts) {
  return {
    /**
     * A code for the request that this browser had validated: bound to its client, address, challenge and session.
     * @throws AppError SSO_NOT_READY without a validated request in this browser, SSO_FORBIDDEN without a right
     */
    async request(input: Request): Promise<{ authCode: string; expiresIn: number; iss: string }> {
      // S256 of anything is 43 characters of base64url (RFC 7636 section 4.2); `plain` would pass verifiers of other lengths.
      if (!/^[A-Za-z0-9_-]{43}$/u.test(input.codeChallenge)) throw new AppError('SSO_INVALID_REQUEST');
      const [redirectUri, found] = await Promise.all([
        input.preSessionHash && transactions.find(input.preSessionHash, input.clientId),
        applications.findActive(input.clientId),
      ]);
      if (!found || found.application.code !== input.appCode) throw new AppError('SSO_FORBIDDEN');
      if (redirectUri === undefined) throw new AppError('SSO_NOT_READY');
      const isStillRegistered = found.client.redirectUris.includes(redirectUri);
      if (!isStillRegistered || (input.redirectTo !== undefined && input.redirectTo !== redirectUri))
        throw new AppError('REDIRECT_INVALID');
      const roles = await applications.rolesOf(input.session.account.id, found.application);
      if (roles === undefined) throw new AppError('SSO_FORBIDDEN');
      const issued = await issuer.issue({
        session: input.session,
        clientId: input.clientId,
        redirectUri,
        codeChallenge: input.codeChallenge,
      });
      if (!issued) throw new AppError('SSO_FORBIDDEN');
      return issued;
    },
  };
}

export type AuthCodeService = ReturnType<typeof createAuthCodeService>;
