import type { Check } from '@vid/contract/checks';
import type { Body } from '@vid/contract/endpoints/index';
import type { AssociationNoticeKind } from '@vid/contract/messages/notices';
import { authorOf, record, type AdminActor } from '#account/actor.ts';
import type { Queryable } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import type { AuditKind } from '#platform/audit/audit.ts';
import type { AccountServices } from '#account/services.ts';
import { readCountedPage } from '#database/page.ts';
import { beginAs } from '#platform/begin-as.ts';
import {
  hasChecks,
  maxExtensionDays,
  mayExtend,
  nextDueAt,
  secondsLeft,
  urgencyOf,
} from './privacy-queue.policy.ts';
import { createPrivacyQueueRepo, type QueuedRequest } from './privacy-queue.repo.ts';

type Query = Body<'POST /vid/api/admin/privacy/requests/search'>;

/** Answers members' requests about their personal data. Administrators and the operator's command use it. */
export function createPrivacyQueueService({ sql, accounts, notices, audit, nowMs }: AccountServices) {
  const repo = createPrivacyQueueRepo(sql);
  const find = async (id: string): Promise<QueuedRequest> => {
    const row = await repo.find(id);
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  };

  const toItem = (row: QueuedRequest) => ({
    ...row,
    account: { id: row.accountId, name: row.name, phone: row.phone },
    nextDueAt: nextDueAt(row),
    secondsLeft: secondsLeft(row, nowMs()),
    urgency: urgencyOf(row, nowMs()),
  });

  const change = async (
    id: string,
    by: AdminActor,
    what: {
      readonly audit: AuditKind;
      readonly notice: AssociationNoticeKind;
      readonly text: string;
      readonly checks?: readonly Check[];
      readonly run: (tx: Queryable) => Promise<boolean>;
    },
  ): Promise<void> => {
    const { accountId } = await find(id);
    await beginAs(sql, { ...by, others: [accountId] }, async (tx) => {
      // Lock the account before the request, as an erasure does, to prevent deadlocks.
      if (!(await accounts.lockRow(tx, accountId))) throw new AppError('NOT_FOUND');
      if (!(await what.run(tx))) throw new AppError('RECORD_CHANGED');
      const details = { request: id, ...(what.checks && { checks: what.checks.join(',') }) };
      await audit.write(tx, { kind: what.audit, ...record(by, accountId), details });
      await notices.queue(tx, { accountId, kind: what.notice, detail: what.text });
    });
    notices.kick();
  };

  return {
    async list({ state = 'waiting', kind, ...query }: Query) {
      const { items, ...page } = await readCountedPage(
        query,
        (part) => repo.list({ state, kind }, part),
        ({ microseconds, id }) => [microseconds, id],
        () => repo.count({ state, kind }),
      );
      return { items: items.map(toItem), ...page };
    },

    listWaiting: (limit: number): Promise<readonly QueuedRequest[]> =>
      repo.list({ state: 'waiting' }, { after: undefined, limit }),

    /**
     * Returns a request. The call is audited, because it shows personal data (V4).
     * @throws AppError NOT_FOUND
     */
    async get(id: string, by: AdminActor) {
      const row = await find(id);
      await audit.write(sql, {
        kind: 'privacy-request.viewed',
        ...record(by, row.accountId),
        details: { request: id },
      });
      return {
        ...toItem(row),
        handledBy: authorOf(row.handledBy, row.handlerName),
        mayExtend: mayExtend(row),
        maxExtensionDays,
      };
    },

    /** @throws AppError NOT_FOUND; RECORD_CHANGED if the request has a reply or is closed */
    answer: (id: string, text: string, by: AdminActor): Promise<void> =>
      change(id, by, {
        audit: 'privacy-request.answered',
        notice: 'privacy-request-answered',
        text,
        run: (tx) => repo.answer(tx, { id, text, handledBy: by.actorId }),
      }),

    /**
     * @throws AppError NOT_FOUND; RECORD_CHANGED if the law allows no extension, or if the request was extended
     * or closed
     */
    async extend(
      id: string,
      { days, reason }: { days: number; reason: string },
      by: AdminActor,
    ): Promise<void> {
      if (!mayExtend(await find(id))) throw new AppError('RECORD_CHANGED');
      await change(id, by, {
        audit: 'privacy-request.extended',
        notice: 'privacy-request-extended',
        text: reason,
        run: (tx) => repo.extend(tx, { id, days, reason, handledBy: by.actorId }),
      });
    },

    /**
     * @throws AppError VALIDATION_FAILED without the checks of the outcome; NOT_FOUND; RECORD_CHANGED if the
     * request is already closed
     */
    async close(
      id: string,
      { outcome, text, checks }: { outcome: 'done' | 'declined'; text: string; checks: readonly Check[] },
      by: AdminActor,
    ): Promise<void> {
      if (!hasChecks(outcome, checks))
        throw new AppError('VALIDATION_FAILED', { fields: { checks: 'required' } });
      await change(id, by, {
        audit: 'privacy-request.closed',
        notice: 'privacy-request-closed',
        text,
        checks,
        run: (tx) => repo.close(tx, { id, outcome, text, handledBy: by.actorId }),
      });
    },
  };
}
