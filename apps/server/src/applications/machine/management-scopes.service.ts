import { isDeepStrictEqual } from 'node:util';
import { accountScopes, managementScopes, type ManagementScope } from '@vid/contract/management-scopes';
import { operator, type Actor } from '#account/actor.ts';
import { lockClient, recordClient } from '#applications/clients/client.service.ts';
import { ApplicationProblem } from '#applications/application/application-problem.ts';
import { createApplicationRepo } from '#applications/application/application.repo.ts';
import { announceAccess, beginGiving } from '#applications/announce-access.ts';
import type { AccountServices } from '#account/services.ts';

const isAccountScope = (scope: ManagementScope): boolean => accountScopes.some((one) => one === scope);

export function createManagementScopeService({ sql, notices, audit }: AccountServices) {
  const repo = createApplicationRepo(sql);
  return {
    /**
     * Sets the scopes of a client, which apply to its tokens from the next request on. A manager's list leaves
     * the scopes for the association's accounts unchanged.
     * @throws ApplicationProblem for a client that is not a machine client or not in the actor's application
     */
    async set(
      clientId: string,
      scopes: readonly ManagementScope[],
      by: Actor = operator,
    ): Promise<readonly ManagementScope[]> {
      const { isAdmin = false } = by;
      return beginGiving({ sql, notices }, by, async (tx) => {
        const client = await lockClient(repo, tx, clientId, by);
        if (client.kind !== 'machine')
          throw new ApplicationProblem('Only a machine client uses the management API.', {
            scopes: 'clientMachine',
          });
        const wanted = managementScopes.filter((scope) =>
          (isAdmin || !isAccountScope(scope) ? scopes : client.managementScopes).includes(scope),
        );
        if (isDeepStrictEqual(wanted, client.managementScopes)) return wanted;
        await recordClient(tx, client, by);
        await repo.setManagementScopes(tx, clientId, wanted);
        await audit.write(tx, {
          kind: 'client.management-changed',
          ...by,
          details: { applicationId: client.applicationId, clientId, scopes: wanted.join(' ') },
        });
        await announceAccess(tx, notices, by);
        return wanted;
      });
    },
  };
}

export type ManagementScopeService = ReturnType<typeof createManagementScopeService>;
