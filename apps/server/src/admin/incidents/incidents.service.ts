import type { Body } from '@vid/contract/endpoints/index';
import { incidentDataKinds } from '@vid/contract/endpoints/admin/incident-shapes';
import type { Locale } from '@vid/contract/limits';
import { authorOf, type AdminActor } from '#account/actor.ts';
import type { Queryable } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import type { AuditEvent, AuditKind } from '#platform/audit/audit.ts';
import { beginAs } from '#platform/begin-as.ts';
import type { Platform } from '#platform/platform.ts';
import { readCountedPage } from '#database/page.ts';
import { createIncidentAccountsRepo } from './affected/incident-accounts.repo.ts';
import type { IncidentNotices } from './affected/incident-notices.ts';
import { draftForAuthority, draftForMembers, type DraftInput } from './incident-drafts.ts';
import { secondsLeft, urgencyOf } from './incidents.policy.ts';
import {
  createIncidentsRepo,
  type IncidentDetail,
  type IncidentItem,
  type IncidentText,
  type Read,
} from './incidents.repo.ts';

type Query = Body<'POST /vid/api/admin/incidents/search'>;
type Text = Body<'POST /vid/api/admin/incidents'>;
type AuthorityNotice = Body<'POST /vid/api/admin/incidents/:incidentId/authority-notice'>;

type Deps = Platform & {
  readonly incidentNotices: Pick<IncidentNotices, 'kick'>;
  readonly readContact: () => Promise<DraftInput['contact']>;
};

export function createIncidentsService(deps: Deps) {
  const { sql, audit, nowMs } = deps;
  const repo = createIncidentsRepo(sql);
  const incidentAccountsRepo = createIncidentAccountsRepo(sql);

  const find = async (id: string): Promise<IncidentDetail> => {
    const row = await repo.find(id);
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  };

  /**
   * Makes and audits a change in one transaction. `run` returns false if the incident does not allow the
   * change, for example because its revision has changed.
   */
  const change = async (
    read: Read,
    by: AdminActor,
    kind: AuditKind,
    run: (tx: Queryable) => Promise<AuditEvent['details'] | false>,
  ): Promise<void> => {
    if (!(await repo.exists(read.id))) throw new AppError('NOT_FOUND');
    await beginAs(sql, by, async (tx) => {
      const details = (await repo.lockOpen(tx, read.id)) && (await run(tx));
      if (details === false) throw new AppError('RECORD_CHANGED');
      await write(tx, kind, read.id, by, details);
    });
  };

  const write = (
    tx: Queryable,
    kind: AuditKind,
    id: string,
    by: AdminActor,
    details: AuditEvent['details'] = {},
  ): Promise<void> => audit.write(tx, { kind, ...by, details: { incident: id, ...details } });

  const withClock = <Row extends IncidentItem>(row: Row) => ({
    ...row,
    urgency: urgencyOf(row, nowMs()),
    secondsLeft: secondsLeft(row, nowMs()),
  });

  const readText = ({ discoveredAt, ...text }: Text): IncidentText => ({
    ...text,
    discoveredAt: readPast('discoveredAt', discoveredAt),
  });
  const readPast = (field: string, time: string): Date => {
    const at = new Date(time);
    // A leap second passes the schema but is not a valid `Date`.
    if (!(at.getTime() <= nowMs())) throw new AppError('VALIDATION_FAILED', { fields: { [field]: 'date' } });
    return at;
  };

  return {
    async list({ state = 'current', ...query }: Query) {
      const { items, ...page } = await readCountedPage(
        query,
        (part) => repo.list(state, part),
        ({ microseconds, id }) => [microseconds, id],
        () => repo.count(state),
      );
      return { items: items.map(withClock), ...page };
    },

    async get(id: string) {
      const row = await find(id);
      return {
        ...withClock(row),
        dataKinds: incidentDataKinds.filter((kind) => row.dataKinds.includes(kind)),
        notedBy: authorOf(row.notedBy, row.noterName),
        affected: await incidentAccountsRepo.count(id),
      };
    },

    /** @throws AppError VALIDATION_FAILED for a discovery in the future */
    async open(text: Text, by: AdminActor): Promise<{ id: string }> {
      const id = newId('inc');
      const row = { id, notedBy: by.actorId, ...readText(text) };
      await beginAs(sql, by, async (tx) => {
        await repo.insert(tx, row);
        const { severity, discoveredAt } = row;
        await write(tx, 'incident.opened', id, by, { severity, discoveredAt: discoveredAt.toISOString() });
      });
      return { id };
    },

    /**
     * @throws AppError NOT_FOUND; RECORD_CHANGED unless the incident is open and has the given revision;
     * VALIDATION_FAILED for a discovery in the future
     */
    async change(read: Read, text: Text, by: AdminActor): Promise<void> {
      const changed = readText(text);
      await change(read, by, 'incident.changed', async (tx) => {
        const before = await repo.change(tx, read, changed);
        if (!before) return false;
        const isMoved = before.was.getTime() !== changed.discoveredAt.getTime();
        return {
          severity: changed.severity,
          // A later discovery postpones the due time, so the audit row keeps the previous discovery time.
          ...(isMoved && {
            discoveredAt: changed.discoveredAt.toISOString(),
            discoveredAtBefore: before.was.toISOString(),
          }),
        };
      });
    },

    async draft(id: string) {
      const row = await find(id);
      const input: DraftInput = {
        ...row,
        affected: await incidentAccountsRepo.count(id),
        isLate: ['overdue', 'toldLate'].includes(urgencyOf(row, nowMs())),
        contact: await deps.readContact(),
      };
      const inEach = (draft: (input: DraftInput, locale: Locale) => string) => ({
        vi: draft(input, 'vi'),
        en: draft(input, 'en'),
      });
      return { authority: inEach(draftForAuthority), members: inEach(draftForMembers) };
    },

    /**
     * Records that the authority was notified.
     * @throws AppError NOT_FOUND; RECORD_CHANGED unless the incident is open, has the given revision and no
     *   recorded notice; VALIDATION_FAILED for a time before the discovery or in the future
     */
    async recordNotice(id: string, { revision, ...notice }: AuthorityNotice, by: AdminActor): Promise<void> {
      const sentAt = readPast('sentAt', notice.sentAt);
      if (sentAt < (await find(id)).discoveredAt)
        throw new AppError('VALIDATION_FAILED', { fields: { sentAt: 'date' } });
      const { reference } = notice;
      await change({ id, revision }, by, 'incident.authority-notified', async (tx) => {
        const isRecorded = await repo.recordNotice(tx, { id, revision }, { sentAt, reference });
        return isRecorded && { sentAt: sentAt.toISOString(), reference };
      });
    },

    /**
     * Requests a notice to everyone on the list who has not been notified yet. A task sends it.
     * @throws AppError NOT_FOUND; RECORD_CHANGED unless the incident has the given revision, members to notify
     *   and no notice that is being sent
     */
    async notifyMembers(read: Read, texts: Readonly<Record<Locale, string>>, by: AdminActor): Promise<void> {
      await change(
        read,
        by,
        'incident.members-notice',
        async (tx) => (await repo.requestNotice(tx, read, texts, by.actorId)) && {},
      );
      deps.incidentNotices.kick();
    },

    /**
     * @throws AppError NOT_FOUND; RECORD_CHANGED unless the incident has the given revision and no notice is
     * being sent
     */
    close: (read: Read, note: string, by: AdminActor): Promise<void> =>
      change(read, by, 'incident.closed', async (tx) => (await repo.close(tx, read, note)) && {}),
  };
}
