import { joinLogoutClient } from '#applications/clients/lookups.ts';
import type { Sql } from '#database/connection.ts';
import type { SigningKeyAlg } from '#database/tables.ts';

export type Recipient = {
  readonly clientId: string;
  readonly uri: string;
  readonly alg: SigningKeyAlg;
  readonly sid: string | null;
  readonly accountId: string;
};

export function createLogoutRepo(sql: Sql) {
  return {
    /**
     * Returns the recipient of a queued notice; undefined if the client no longer has a back-channel logout
     * URI.
     */
    findRecipient: (id: string) =>
      sql<Recipient[]>`
        select c.id as client_id, c.backchannel_logout_uri as uri, c.id_token_alg as alg,
          d.data ->> 'sid' as sid, d.account_id
        from deliveries d ${joinLogoutClient(sql, sql`d.receiver`)} where d.id = ${id}`.first(),
  };
}
