import type Provider from 'oidc-provider';
import type { AuthCodeRepo, HeldGrant } from '#sso/community/auth-code.repo.ts';
import { newSecret } from '#lib/ids.ts';

export type GrantRepo = Pick<AuthCodeRepo, 'widenGrant' | 'rememberGrant'>;

type Wanted = {
  readonly sessionId: string;
  readonly accountId: string;
  readonly clientId: string;
  /** Scopes, separated by spaces, that the grant must hold afterwards. */
  readonly scope: string;
};

/**
 * The one grant that a session has for a client. Codes and tokens are bound to it: a second one beside it would
 * end what was issued under the first, so whoever comes second (another tab, a device) joins, and scopes are added.
 * @throws AppError TOKEN_INVALID when the session has ended since
 */
export async function holdGrant(provider: Provider, repo: GrantRepo, wanted: Wanted): Promise<HeldGrant> {
  const found = await repo.widenGrant(wanted);
  if (found?.isLive === true) return { grantId: found.grantId, sid: found.sid };
  const { accountId, clientId } = wanted;
  const own = new provider.Grant({ accountId, clientId });
  own.addOIDCScope(wanted.scope);
  // The name under which the client knows the session stays, for the logout notice.
  const entry = { grantId: await own.save(), sid: found?.sid ?? newSecret().slice(0, 22) };
  const kept = await repo.rememberGrant({ ...wanted, entry, deadGrantId: found?.grantId ?? null });
  if (kept.grantId === entry.grantId) return kept;
  await own.destroy();
  return holdGrant(provider, repo, wanted);
}
