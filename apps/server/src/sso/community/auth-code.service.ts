import { isCodeChallenge } from '@vid/contract/sso/sso-query';
import { AppError } from '#lib/app-error.ts';
import { communityScope, type AuthCodeIssuer } from './auth-code-issuer.ts';
import type { RefuseTraced } from '#sso/refusal-log.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';
import type { AuthCodeRepo, Readiness } from './auth-code.repo.ts';

type Parts = {
  readonly repo: AuthCodeRepo;
  readonly issuer: AuthCodeIssuer;
  readonly refuse: RefuseTraced;
};

type Request = {
  readonly appCode: string;
  readonly clientId: string;
  readonly codeChallenge: string;
  readonly redirectTo?: string;
  readonly session: CurrentSession;
  readonly preSessionHash: Buffer | undefined;
};

export function createAuthCodeService({ repo, issuer, refuse }: Parts) {
  return {
    /**
     * A code for the request that this browser had validated: bound to its client, address, challenge and session.
     * @throws AppError SSO_NOT_READY without a validated request in this browser, SSO_FORBIDDEN without a right
     */
    async request(input: Request): Promise<{ authCode: string; expiresIn: number; iss: string }> {
      const { clientId, appCode, session } = input;
      const accountId = session.account.id;
      const no = (
        code: 'SSO_INVALID_REQUEST' | 'SSO_FORBIDDEN' | 'REDIRECT_INVALID',
        reason: string,
      ): Promise<never> => refuse(code, { clientId, appCode, reason, redirectUri: input.redirectTo });
      if (!isCodeChallenge(input.codeChallenge)) return no('SSO_INVALID_REQUEST', 'code_challenge');
      const { row, ...code } = await issuer.draft({ session, clientId, codeChallenge: input.codeChallenge });
      const store = () =>
        repo.store({
          appCode,
          clientId,
          accountId,
          sessionId: session.id,
          preSessionHash: input.preSessionHash,
          redirectTo: input.redirectTo,
          scope: communityScope,
          row,
        });
      const judge = async (found: Readiness | undefined): Promise<void> => {
        if (found?.appCode !== appCode) return no('SSO_FORBIDDEN', 'client');
        const { redirectUri } = found;
        // No trace: a reload after ten minutes is nothing to look into, and the person can't be refused wrongly by it.
        if (redirectUri === null) throw new AppError('SSO_NOT_READY');
        if (!found.isStillRegistered || (input.redirectTo !== undefined && input.redirectTo !== redirectUri))
          return no('REDIRECT_INVALID', 'redirect_uri');
        if (found.access === 'restricted' && !found.hasRole) return no('SSO_FORBIDDEN', 'permission');
      };
      let found = await store();
      if (!found?.isStored) {
        await judge(found);
        // The session has no grant yet, or one that has ended, or is for less than a code of ours gives.
        if (!found?.isGranted) await issuer.grant({ sessionId: session.id, accountId, clientId });
        found = await store();
        if (!found?.isStored) {
          await judge(found);
          throw new AppError('SSO_NOT_READY');
        }
      }
      return code;
    },
  };
}

export type AuthCodeService = ReturnType<typeof createAuthCodeService>;
