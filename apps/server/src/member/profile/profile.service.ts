import { withdrawConfirmations } from '#account/certificates/broker-certificate.ts';
import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { ListCodes } from '#account/account.repo.ts';
import { requireMayChangeEmail } from '#member/email/email.policy.ts';
import type { EmailService } from '#member/email/email.service.ts';
import { requireNoHold } from '#sign-in/session/session.policy.ts';
import type { SessionRepo } from '#sign-in/session/session.repo.ts';
import type { FullSession } from '#sign-in/session/session.service.ts';
import type { AccountServices } from '#account/services.ts';
import { readProfileChange, type ProfileChange, type Problems } from './profile.policy.ts';

type Deps = AccountServices & {
  readonly sessionRepo: Pick<SessionRepo, 'lockLive'>;
  readonly listProvinces: ListCodes;
  readonly listObjects: ListCodes;
  readonly emails: Pick<EmailService, 'admitLink' | 'replace' | 'kick'>;
};

export function createProfileService(deps: Deps) {
  const { sql, accounts, listProvinces, listObjects, emails, audit } = deps;
  const usesZalo = deps.config.smsChannels.includes('zns');
  const lostConfirmation = { removed: false, lostConfirmation: true };

  const withdrawOwn = async (tx: Queryable, accountId: string, caller: Caller): Promise<void> => {
    for (const id of await withdrawConfirmations(tx, { accountId }))
      await audit.write(tx, {
        kind: 'certificate.changed',
        accountId: id,
        caller,
        details: lostConfirmation,
      });
  };

  /**
   * Withdraws the confirmation of the certificates that name a renamed enterprise. The audit rows omit the
   * enterprise's address and device, because each broker can read the row about their own certificate.
   */
  const withdrawOfBrokers = async (tx: Queryable, employerId: string, caller: Caller): Promise<void> => {
    for (const accountId of await withdrawConfirmations(tx, { employerId }))
      await audit.write(tx, {
        kind: 'certificate.changed',
        accountId,
        actorId: null,
        caller: { address: '', requestId: caller.requestId },
        details: lostConfirmation,
      });
  };

  return {
    /**
     * Changes the given fields and returns the updated session. Changing an enterprise's tax code or name revokes its
     * verification by the association. Changing the name of a member or an employer withdraws the confirmation of
     * certificates (K5). A new e-mail address must be confirmed.
     * @throws AppError VALIDATION_FAILED with every invalid field, or TAX_CODE_INVALID if the tax code is the only one;
     *   for a changed or removed e-mail address CHANGE_ON_HOLD and REAUTHENTICATION_REQUIRED; for a new one
     *   RATE_LIMITED; TOKEN_INVALID if the session has ended
     */
    async change(input: {
      session: FullSession;
      change: ProfileChange;
      caller: Caller;
    }): Promise<FullSession> {
      const { session, caller } = input;
      const accountId = session.account.id;
      const isEnterprise = session.account.kind === 'enterprise';
      const read = readProfileChange(input.change, {
        provinces: await listProvinces(session.account.province),
        objects: await listObjects(session.account.memberObject),
        isEnterprise,
      });
      refuse(read.problems);
      const fields = [
        ...Object.keys(read.account),
        ...Object.keys(read.enterprise).map((name) => `enterprise.${name}`),
      ];
      if (fields.length === 0) return session;
      const { email } = read.account;
      if (differs(email, session.account.email)) {
        requireMayChangeEmail(session, { confirmedAt: session.account.emailConfirmedAt, usesZalo });
        if (email) await emails.admitLink(accountId, email, caller);
      }

      const changed = await sql.begin(async (tx) => {
        const before = await accounts.lockRow(tx, accountId);
        // The session may have ended since the request read it, for example because the account was returned
        // to its owner.
        if (!before || !(await deps.sessionRepo.lockLive(tx, session.id)))
          throw new AppError('TOKEN_INVALID');
        if (email !== undefined && differs(email, before.email)) {
          // Another call may have confirmed the address or changed the phone since the request read the
          // session.
          requireMayChangeEmail(session, { confirmedAt: before.emailConfirmedAt, usesZalo });
          requireNoHold(before);
          await emails.replace(tx, before, email, caller);
          read.account.emailConfirmedAt = null;
        }
        const hasAccountFields = Object.keys(read.account).length > 0;
        const account = hasAccountFields ? await accounts.update(tx, accountId, read.account) : before;
        if (differs(read.account.name, before.name)) await withdrawOwn(tx, accountId, caller);
        let enterprise = session.enterprise;
        let lostVerification = false;
        if (isEnterprise && Object.keys(read.enterprise).length > 0) {
          const updated = await accounts.updateEnterprise(tx, accountId, read.enterprise);
          ({ enterprise, lostVerification } = updated);
          if (updated.isRenamed) await withdrawOfBrokers(tx, accountId, caller);
        }
        await audit.write(tx, {
          kind: 'profile.changed',
          accountId,
          caller,
          details: { fields: fields.join(','), ...(lostVerification ? { lostVerification } : {}) },
        });
        return { ...session, account, enterprise };
      });
      emails.kick();
      return changed;
    },
  };
}

function differs(given: string | null | undefined, known: string | null | undefined): boolean {
  return given !== undefined && given !== (known ?? null);
}

function refuse(problems: Problems): void {
  const names = Object.keys(problems);
  if (names.length === 0) return;
  const isTaxCodeAlone = names.length === 1 && problems['enterprise.taxCode'] === 'taxCode';
  throw new AppError(isTaxCodeAlone ? 'TAX_CODE_INVALID' : 'VALIDATION_FAILED', { fields: problems });
}
