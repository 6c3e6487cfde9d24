import type { SocialProof, SocialProofs } from '#account/identities/social-proof.service.ts';
import { requireCredential } from '#account/last-credential.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { SocialProviderName } from '#ports/social/provider.ts';
import { lockForChange } from '#sign-in/session/lock-for-change.ts';
import { requireConfirmed, requireNoHold } from '#sign-in/session/session.policy.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';
import type { Access } from '#sign-in/session/access.ts';

type Deps = Access & { readonly socialProofs: SocialProofs };

/**
 * Adds and removes linked identities. Every change requires a recent confirmation by password or passkey, and
 * is refused during a hold.
 */
export function createLinkedAccountsService(deps: Deps) {
  const { sql, identities, socialProofs, audit } = deps;

  /** Returns the hash that binds the code flow of a new identity to the session. */
  const holderOf = ({ id }: CurrentSession): Buffer => deps.keys.hashSecret(`session:${id}`);

  return {
    async list(session: CurrentSession) {
      const rows = await identities.list(session.account.id);
      const linked = new Set(rows.map(({ provider }) => provider));
      return {
        identities: rows,
        addable: socialProofs.offered().filter((provider) => !linked.has(provider)),
      };
    },

    async start(session: CurrentSession, provider: SocialProviderName, caller: Caller): Promise<string> {
      requireNoHold(session);
      requireConfirmed(session);
      const rows = await identities.list(session.account.id);
      if (rows.some((row) => row.provider === provider)) throw new AppError('SOCIAL_TAKEN');
      return socialProofs.start(provider, { intent: 'link', holder: holderOf(session), caller });
    },

    async add(session: CurrentSession, proof: SocialProof, caller: Caller) {
      requireNoHold(session);
      requireConfirmed(session);
      const { provider } = proof;
      const { subject, name } = await socialProofs.verify(proof, { holder: holderOf(session), caller });
      const accountId = session.account.id;
      const linkedAt = await sql.begin(async (tx) => {
        await lockForChange(tx, session, deps);
        return deps.linkIdentity(tx, { accountId, identity: { provider, subject, name }, caller });
      });
      deps.notices.kick();
      return { provider, name, linkedAt };
    },

    async remove(session: CurrentSession, provider: SocialProviderName, caller: Caller): Promise<void> {
      requireNoHold(session);
      requireConfirmed(session);
      const accountId = session.account.id;
      await sql.begin(async (tx) => {
        const account = await lockForChange(tx, session, deps);
        if (!(await identities.delete(tx, { accountId, provider }))) throw new AppError('SOCIAL_NOT_LINKED');
        await requireCredential(tx, accountId, socialProofs.offered());
        await deps.notices.notify(tx, { account, kind: 'identity-unlinked', caller });
        await audit.write(tx, { kind: 'identity.removed', accountId, caller, details: { provider } });
      });
      deps.notices.kick();
    },
  };
}
