import type { Body } from '@vid/contract/endpoints/index';
import { AppError } from '#lib/app-error.ts';
import type { Caller } from '#http/caller.ts';
import { beginAs } from '#platform/begin-as.ts';
import { requireNoDemand } from '#sign-in/session/session.policy.ts';
import type { CurrentSession, FullSession } from '#sign-in/session/session.service.ts';
import { toSsoApplication } from '#applications/application/application.service.ts';
import { acrOf } from '#oidc/claims/acr.ts';
import { toSeconds } from '#oidc/provider/ttl.ts';
import { ensureGrant } from '#oidc/grants/grants.ts';
import { requireShownAccount, toShownAccount } from '#oidc/shown-account.ts';
import type { SignOn } from '../services.ts';
import { createDeviceRepo, type DeviceDecision } from './device.repo.ts';
import { readUserCode } from './user-code.ts';

/**
 * Implements the device flow (RFC 8628) with VID's own screen, where the user enters a code and approves or
 * denies the device.
 */
export function createDeviceService({ applications, grants, counters, ...deps }: SignOn) {
  const repo = createDeviceRepo(deps.sql, deps.keys);
  /**
   * Returns the device request of a user code that awaits a decision.
   * @throws AppError DEVICE_CODE_INVALID; DEVICE_CODE_RATE after too many wrong codes, because codes must not
   *   be guessable (RFC 8628 section 5.1)
   */
  const open = async (typed: string, accountId: string) => {
    const userCode = readUserCode(typed);
    // A code that fails the check digit was mistyped, and does not count as an attempt.
    if (userCode === undefined) throw new AppError('DEVICE_CODE_INVALID');
    const key = `device-code:${accountId}`;
    // Count before the lookup, so that parallel guesses stay within the limit. A correct code is refunded.
    const limit = deps.config.deviceCodeAccountHour;
    const [tries] = await counters.hit([{ key, windowSeconds: 3_600, limit }]);
    if (tries?.isOver) throw new AppError('DEVICE_CODE_RATE', { retryAfterSeconds: tries.resetsInSeconds });
    const code = await repo.findUndecided(userCode);
    const found = code && (await applications.findActive(code.clientId));
    if (!found) throw new AppError('DEVICE_CODE_INVALID');
    await counters.refund([key]);
    const { scope, claims } = code;
    return { userCode, ...found, scope, claims };
  };

  return {
    async lookUp(typed: string, session: FullSession) {
      const { application, client, scope } = await open(typed, session.account.id);
      return {
        application: toSsoApplication(application),
        requiresName: client.requiresName,
        requiresEmail: client.requiresEmail,
        account: toShownAccount(session),
        scopes: scope.split(' '),
      };
    },

    /**
     * Approves or denies a device. Notifies the owner of an approval.
     * @throws AppError DEVICE_CODE_INVALID, DEVICE_CODE_RATE; for an approval also PAGE_OUTDATED if the page
     * does not send the account it showed, CONSENT_REQUIRED if it showed another account, SSO_FORBIDDEN
     * without permission, DELETION_PENDING, PASSWORD_CHANGE_REQUIRED or AGREEMENT_REQUIRED if the session
     * must first cancel a deletion, change a reset password or agree to new terms, NAME_REQUIRED or
     * EMAIL_REQUIRED if the account lacks a name or a confirmed e-mail address that the client requires,
     * TOKEN_INVALID if the session has ended
     */
    async decide(
      input: Body<'POST /vid/api/sso/device/decide'> & { session: CurrentSession; caller: Caller },
    ): Promise<{ approved: boolean }> {
      const { userCode: typed, accountId: shownAccountId, approve, session, caller } = input;
      const accountId = session.account.id;
      const { userCode, application, client, scope, claims } = await open(typed, accountId);
      if (!approve) {
        const denial = { error: 'access_denied', errorDescription: 'the person denied the request' } as const;
        if (!(await repo.decide(deps.sql, userCode, denial))) throw new AppError('DEVICE_CODE_INVALID');
        return { approved: false };
      }
      if (shownAccountId === undefined) throw new AppError('PAGE_OUTDATED');
      requireShownAccount(shownAccountId, session);
      if (!(await applications.mayUse(accountId, application))) throw new AppError('SSO_FORBIDDEN');
      requireNoDemand(session);
      await deps.claims.requireDetails(client, accountId);
      await deps.consents.record({ accountId, application, scope, caller });
      // The device shares the session's grant, because a second grant would invalidate the tokens of the
      // first.
      const grant = await ensureGrant(await deps.oidcProvider.get(), grants, {
        sessionId: session.id,
        accountId,
        clientId: client.id,
        scope,
      });
      const acr = acrOf(session.amr);
      const approval: DeviceDecision = {
        accountId,
        ...(acr ? { acr } : {}),
        amr: session.amr,
        authTime: toSeconds(session.authenticatedAt),
        ...grant,
        scope,
        ...(claims ? { claims } : {}),
        sessionUid: session.id,
        ...(scope.split(' ').includes('offline_access') ? {} : { expiresWithSession: true }),
      };
      await beginAs(deps.sql, { caller }, async (tx) => {
        if (!(await repo.decide(tx, userCode, approval))) throw new AppError('DEVICE_CODE_INVALID');
        // The code may be an intruder's, and the device may keep its tokens after the session has ended.
        await deps.notices.notify(tx, { account: session.account, kind: 'device-approved', caller });
        const details = { application: application.code, clientId: client.id };
        await deps.audit.write(tx, { kind: 'device.approved', accountId, caller, details });
      });
      deps.notices.kick();
      return { approved: true };
    },
  };
}
