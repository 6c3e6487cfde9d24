import { isDeepStrictEqual } from 'node:util';
import { accountScopes, managementScopes, type ManagementScope } from '@vid/contract/management-scopes';
import type { Sql } from '#database/connection.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { operator, type Actor } from '#account/actor.ts';
import { lockClient } from '#applications/clients/client.service.ts';
import { ApplicationProblem } from '#applications/application/application-problem.ts';
import type { ApplicationRepo } from '#applications/application/application.repo.ts';

type Deps = {
  readonly sql: Sql;
  readonly repo: Pick<ApplicationRepo, 'lockClient' | 'setManagementScopes'>;
  readonly audit: Audit;
};

const isAccountScope = (scope: ManagementScope): boolean => accountScopes.some((one) => one === scope);

/** Grants machine clients the management API. */
export function createManagementScopeService({ sql, repo, audit }: Deps) {
  return {
    /**
     * Sets the management scopes of a client, for its tokens from the next request on. A manager's list leaves the
     * scopes of the association's accounts as they are.
     * @throws ApplicationProblem for a client that is not a machine, or not in the actor's application
     */
    async set(
      clientId: string,
      scopes: readonly ManagementScope[],
      by: Actor = operator,
    ): Promise<readonly ManagementScope[]> {
      const { isAdmin = false } = by;
      return sql.begin(async (tx) => {
        const client = await lockClient(repo, tx, clientId, by);
        if (client.kind !== 'machine')
          throw new ApplicationProblem('Only a machine client uses the management API.', {
            scopes: 'clientMachine',
          });
        const wanted = managementScopes.filter((scope) =>
          (isAdmin || !isAccountScope(scope) ? scopes : client.managementScopes).includes(scope),
        );
        if (isDeepStrictEqual(wanted, client.managementScopes)) return wanted;
        await repo.setManagementScopes(tx, clientId, wanted);
        await audit.write(tx, {
          kind: 'client.management-changed',
          actorId: by.actorId,
          caller: by.caller,
          details: { applicationId: client.applicationId, clientId, scopes: wanted.join(' ') },
        });
        return wanted;
      });
    },
  };
}

export type ManagementScopeService = ReturnType<typeof createManagementScopeService>;
