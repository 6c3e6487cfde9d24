import type { Queryable } from '#database/connection.ts';
import type { Audit, AuditEvent } from '#platform/audit/audit.ts';
import type { IdentityRepo } from './identities/identity.repo.ts';
import type { TwoStepRepo } from './two-step/two-step.repo.ts';

type Deps = {
  readonly twoSteps: Pick<TwoStepRepo, 'remove'>;
  readonly identities: Pick<IdentityRepo, 'deleteAll'>;
  /** Removes all passkeys of an account and returns their ids. */
  readonly removePasskeys: (tx: Queryable, accountId: string) => Promise<readonly string[]>;
  readonly audit: Audit;
};

/**
 * Removes every credential of an account except its password: two-step sign-in, passkeys and social identities, each
 * with its audit row. Used when an account returns to its owner, because the lost device or an intruder may have those
 * credentials. `EndAccess` removes the remembered devices.
 */
export function createCredentialRemoval({ twoSteps, identities, removePasskeys, audit }: Deps) {
  return async (
    tx: Queryable,
    by: Pick<AuditEvent, 'actorId' | 'caller'> & { readonly accountId: string },
  ): Promise<void> => {
    const { accountId } = by;
    if (await twoSteps.remove(tx, accountId))
      await audit.write(tx, { kind: 'two-step.switched-off', ...by, details: {} });
    for (const passkeyId of await removePasskeys(tx, accountId))
      await audit.write(tx, { kind: 'passkey.removed', ...by, details: { passkeyId } });
    for (const provider of await identities.deleteAll(tx, accountId))
      await audit.write(tx, { kind: 'identity.removed', ...by, details: { provider } });
  };
}

export type RemoveCredentials = ReturnType<typeof createCredentialRemoval>;
