import { maxRequestsPerYear } from '@vid/contract/limits';
import type { PrivacyRequestKind } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import type { AccountServices } from '#account/services.ts';
import { beginAs } from '#platform/begin-as.ts';
import { cleanDetails, dueDates, maxOpenRequests } from './privacy-requests.policy.ts';
import { createPrivacyRequestRepo } from './privacy-requests.repo.ts';

/**
 * Records requests that the association's staff handle: access, correction, restriction, objection and
 * others.
 */
export function createPrivacyRequestService({ sql, accounts, audit, nowMs }: AccountServices) {
  const repo = createPrivacyRequestRepo(sql);
  return {
    list: (accountId: string) => repo.list(accountId),

    /**
     * Adds a request to the queue with its due dates.
     * @throws AppError VALIDATION_FAILED for an invalid text; REQUEST_LIMIT for too many open requests or too
     *   many in a year; TOKEN_INVALID if the session has ended
     */
    async make(input: { accountId: string; kind: PrivacyRequestKind; details: string; caller: Caller }) {
      const { accountId, kind, caller } = input;
      const details = cleanDetails(input.details);
      const createdAt = new Date(nowMs());
      return beginAs(sql, { caller }, async (tx) => {
        // Without the lock, parallel requests could exceed the limit.
        if (!(await accounts.lockRow(tx, accountId))) throw new AppError('TOKEN_INVALID');
        const { open, ofYear } = await repo.count(tx, accountId);
        if (open >= maxOpenRequests || ofYear >= maxRequestsPerYear) throw new AppError('REQUEST_LIMIT');
        const id = newId('req');
        const row = await repo.insert(tx, {
          id,
          accountId,
          kind,
          details,
          createdAt,
          ...dueDates(kind, createdAt),
        });
        await audit.write(tx, {
          kind: 'privacy-request.made',
          accountId,
          caller,
          details: { request: id, kind },
        });
        return row;
      });
    },

    /**
     * Closes a member's own request; a repeated call changes nothing.
     * @throws AppError NOT_FOUND for an unknown request or another account's request
     */
    close: (input: { accountId: string; requestId: string; caller: Caller }): Promise<void> =>
      beginAs(sql, input, async (tx) => {
        const { accountId, requestId, caller } = input;
        if (!(await repo.exists(tx, accountId, requestId))) throw new AppError('NOT_FOUND');
        if (await repo.close(tx, accountId, requestId))
          await audit.write(tx, {
            kind: 'privacy-request.closed',
            accountId,
            caller,
            details: { request: requestId },
          });
      }),
  };
}
