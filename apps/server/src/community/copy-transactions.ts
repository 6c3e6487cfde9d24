import type { Queryable } from '#database/connection.ts';
import type { AttemptLog } from '#diagnosis/attempts/attempt-log.ts';
import { linkOf } from '#diagnosis/attempts/attempt.ts';

/**
 * Copies the validated redirect URIs of a browser to its new pre-session, and links the sign-on log to it.
 */
export const createCopyTransactions =
  (attempts: Pick<AttemptLog, 'continue'>) =>
  async (tx: Queryable, { from, to }: { readonly from: Buffer; readonly to: Buffer }): Promise<void> => {
    const copied = await tx<{ clientId: string }[]>`
      insert into sso_transactions (pre_session_hash, client_id, redirect_uri, created_at, expires_at)
      select ${to}, client_id, redirect_uri, created_at, expires_at
      from sso_transactions where pre_session_hash = ${from} and expires_at > now()
      returning client_id`;
    for (const { clientId } of copied)
      attempts.continue({
        clientId,
        link: linkOf('browser', from),
        links: [linkOf('browser', to)],
        steps: [],
      });
  };
