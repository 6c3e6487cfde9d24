import type { Sql } from '#database/connection.ts';
import { isUniqueViolation } from '#database/availability/outage.ts';
import type { AccountKind, AccountMemberObject, AccountRole } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import type { PasswordRepo } from '#account/credentials/password.repo.ts';
import type { AccountRepo } from '#account/account.repo.ts';
import { requirePhone } from '#account/require-phone.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import type { LegalRepo } from '#account/legal/legal.repo.ts';
import type { PasswordHasher } from '#account/credentials/password-hasher.ts';
import { requireGoodPassword } from '#account/credentials/password.policy.ts';
import { newReferralCode } from '#account/referral/referral.policy.ts';

export type AccountMakerDeps = {
  readonly config: { readonly phoneCountries: readonly string[] };
  readonly sql: Sql;
  readonly accounts: AccountRepo;
  readonly passwords: Pick<PasswordRepo, 'insert' | 'setTemporary'>;
  readonly hasher: PasswordHasher;
  readonly audit: Audit;
  readonly legal: Pick<LegalRepo, 'findLastId'>;
};

export type AccountToMake = {
  readonly phone: string;
  readonly password: string;
  /** True if someone else knows the password, so that the owner must change it at the first sign-in. */
  readonly isTemporary?: boolean;
  readonly role: AccountRole;
  readonly kind: AccountKind;
  readonly name: string | null;
  readonly object?: AccountMemberObject;
  readonly province?: string;
  readonly campaign?: string;
  readonly enterprise?: { name: string; shortName: string; taxCode: string; representative: string };
  /** Recorded in the audit row, because there is no session. */
  readonly by: 'seeds' | 'operator';
};

/**
 * Creates an account without an SMS code, for the operator and the seeds. The rules of phones and passwords apply; the
 * other values are not checked. The member must agree only to versions of the terms published later. Returns the
 * account's id.
 * @throws AppError PHONE_* for a bad phone, PASSWORD_* for a weak password, VALIDATION_FAILED, BUSY if too many
 *   passwords are being hashed, ACCOUNT_EXISTS
 */
export async function makeAccount(deps: AccountMakerDeps, wanted: AccountToMake): Promise<string> {
  const { sql, accounts, passwords, hasher, audit, legal } = deps;
  const phone = requirePhone(wanted.phone, deps.config);
  const password = requireGoodPassword(wanted.password, phone, 'password');
  const hash = await hasher.admit({}, (place) => place.hash(password));
  const id = newId('acc');
  try {
    await sql.begin(async (tx) => {
      await accounts.insert(tx, {
        id,
        phone,
        kind: wanted.kind,
        role: wanted.role,
        name: wanted.name,
        memberObject: wanted.object ?? null,
        province: wanted.province ?? null,
        campaign: wanted.campaign ?? null,
        referralCode: newReferralCode(),
        agreedLegal: await legal.findLastId(tx),
      });
      await (wanted.isTemporary === true ? passwords.setTemporary : passwords.insert)(tx, id, hash);
      if (wanted.enterprise) await accounts.updateEnterprise(tx, id, wanted.enterprise);
      await publishWebhooks(tx, { event: 'account.created', accountId: id, kind: wanted.kind });
      await audit.write(tx, {
        kind: 'account.created',
        accountId: id,
        actorId: null,
        caller: { address: 'local', requestId: wanted.by },
        details: { by: wanted.by, role: wanted.role },
      });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_phone_key'))
      throw new AppError('ACCOUNT_EXISTS', { cause: error });
    throw error;
  }
  return id;
}
