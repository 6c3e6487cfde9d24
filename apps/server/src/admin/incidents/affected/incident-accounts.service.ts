import type { Body, Data } from '@vid/contract/endpoints/index';
import type { Locale } from '@vid/contract/limits';
import ipaddr from 'ipaddr.js';
import { record, type AdminActor } from '#account/actor.ts';
import type { Queryable } from '#database/connection.ts';
import { withOwnPlans } from '#database/own-plans.ts';
import { readCursor, toPage, writeCursor } from '#database/page.ts';
import { AppError } from '#lib/app-error.ts';
import { csvPart, csvPhone, type CsvColumn } from '#lib/text/csv.ts';
import { parsePhone } from '#lib/phone/phone.ts';
import { beginAs } from '#platform/begin-as.ts';
import type { AuditEvent } from '#platform/audit/audit.ts';
import type { AccountServices } from '#account/services.ts';
import { createIncidentAccountsRepo, type AffectedRow, type Criterion } from './incident-accounts.repo.ts';
import { createIncidentsRepo } from '../incidents.repo.ts';

type Query = Body<'POST /vid/api/admin/incidents/:incidentId/accounts/search'>;
type Report = Data<'POST /vid/api/admin/incidents/:incidentId/accounts'>['report'];
type Search = Body<'POST /vid/api/admin/incidents/:incidentId/accounts/find'>;

const defaultLimit = 20;
const exportLimit = 5_000;
const findLimit = 2_000;

export function createIncidentAccountsService({ sql, config, accounts, audit }: AccountServices) {
  const incidentsRepo = createIncidentsRepo(sql);
  const repo = createIncidentAccountsRepo(sql);

  const requireIncident = async (id: string): Promise<void> => {
    if (!(await incidentsRepo.exists(id))) throw new AppError('NOT_FOUND');
  };

  /** Changes the list of an open incident. `run` returns its result, and whether the list has changed. */
  const change = async <T>(
    id: string,
    by: AdminActor,
    run: (tx: Queryable) => Promise<{ readonly result: T; readonly isChanged: boolean }>,
  ): Promise<T> => {
    await requireIncident(id);
    const { result } = await beginAs(sql, by, async (tx) => {
      if (!(await incidentsRepo.lockOpen(tx, id))) throw new AppError('RECORD_CHANGED');
      const outcome = await run(tx);
      if (outcome.isChanged) await incidentsRepo.countChange(tx, id);
      return outcome;
    });
    return result;
  };

  const writeAdded = (tx: Queryable, by: AdminActor, details: AuditEvent['details']) =>
    audit.write(tx, { kind: 'incident.accounts-added', ...by, details });

  /**
   * Validates a search. Rejects an invalid address and a phone without an account, because a search for them
   * would return an empty result without an error.
   * @throws AppError VALIDATION_FAILED
   */
  const readCriterion = async ({ by, value = '', from, to }: Search): Promise<Criterion> => {
    const text = value.trim();
    if (by !== 'sign-in' && text === '')
      throw new AppError('VALIDATION_FAILED', { fields: { value: 'required' } });
    const range = { from: new Date(from), to: new Date(to) };
    // A leap second passes the schema but is not a valid `Date`.
    if (!(range.to > range.from)) throw new AppError('VALIDATION_FAILED', { fields: { to: 'date' } });
    if (by === 'address') return { by, value: readAddress(text), ...range };
    if (by !== 'actor' || text.startsWith('acc_')) return { by, value: text, ...range };
    const parsed = parsePhone(text, config.phoneCountries);
    const account = 'e164' in parsed ? await accounts.findByPhone(parsed.e164) : undefined;
    if (!account) throw new AppError('VALIDATION_FAILED', { fields: { value: 'unknown' } });
    return { by, value: account.id, ...range };
  };

  return {
    async list(id: string, { isWaiting = false, after, limit = defaultLimit }: Query) {
      await requireIncident(id);
      const rows = await repo.list(id, isWaiting, { after: readRowCursor(after), limit: limit + 1 });
      const { items, next } = toPage(rows, limit, (row) => [row.id]);
      return { items: items.map(toItem), next };
    },

    /**
     * Adds the accounts of the phones, and returns the outcome of each line. A repeated call changes nothing.
     * @throws AppError NOT_FOUND; RECORD_CHANGED if the incident is closed
     */
    async addPhones(id: string, phones: readonly string[], by: AdminActor): Promise<Report> {
      const lines = phones.map((phone) => {
        const parsed = parsePhone(phone, config.phoneCountries);
        return { phone, e164: 'e164' in parsed ? parsed.e164 : null };
      });
      const wanted = [...new Set(lines.flatMap(({ e164 }) => e164 ?? []))];
      const found = await change(id, by, async (tx) => {
        const rows = await repo.listByPhones(tx, wanted);
        const addition = { incidentId: id, how: 'phone', addedBy: by.actorId } as const;
        const added = new Set(
          await repo.add(
            tx,
            addition,
            rows.map((row) => row.id),
          ),
        );
        if (added.size > 0) await writeAdded(tx, by, { incident: id, how: 'phone', added: added.size });
        const result = rows.map((row) => [row.phone, added.has(row.id)] as const);
        return { result, isChanged: added.size > 0 };
      });
      const outcomes = new Map(found);
      return lines.map(({ phone, e164 }) => {
        if (e164 === null) return { phone, outcome: 'invalid' };
        const isNew = outcomes.get(e164);
        if (isNew === undefined) return { phone, outcome: 'no-account' };
        // A later line with the same number must report that the account was already added.
        outcomes.set(e164, false);
        return { phone, outcome: isNew ? 'added' : 'already' };
      });
    },

    /**
     * Adds the accounts of the next matching events or, for an application, of its next matching users. A
     * repeated search adds nothing twice, so an interrupted search can start again.
     * @throws AppError NOT_FOUND, VALIDATION_FAILED; RECORD_CHANGED if the incident is closed
     */
    async find(id: string, search: Search, by: AdminActor) {
      const criterion = await readCriterion(search);
      const page = { after: readCursor(search.after), limit: findLimit };
      const addition = { incidentId: id, how: criterion.by, addedBy: by.actorId };
      await requireIncident(id);
      // Read from one snapshot, so that the cursor skips no event while another transaction deletes older
      // events.
      const part = await withOwnPlans(sql, (tx) =>
        criterion.by === 'application'
          ? repo.listUses(tx, criterion, page)
          : repo.listEvents(tx, criterion, page),
      );
      return change(id, by, async (tx) => {
        const { value, from, to } = criterion;
        // An actor's own account is not affected by the actor's changes to it.
        const seen =
          criterion.by === 'actor'
            ? part.accountIds.filter((one) => one !== null && one !== value)
            : part.accountIds;
        const { length: added } = await repo.add(tx, addition, [
          ...new Set(seen.filter((one) => one !== null)),
        ]);
        if (added > 0 || page.after === undefined)
          await writeAdded(tx, by, {
            incident: id,
            how: criterion.by,
            ...(criterion.by !== 'sign-in' && { value }),
            from: from.toISOString(),
            to: to.toISOString(),
            added,
          });
        const next = part.end === undefined ? null : writeCursor(part.end);
        return { result: { added, seen: seen.length, next }, isChanged: added > 0 };
      });
    },

    /** @throws AppError NOT_FOUND; RECORD_CHANGED if the incident is closed */
    remove: (id: string, accountIds: readonly string[], by: AdminActor): Promise<number> =>
      change(id, by, async (tx) => {
        const removed = await repo.remove(tx, id, accountIds);
        for (const accountId of removed)
          await audit.write(tx, {
            kind: 'incident.account-removed',
            ...record(by, accountId),
            details: { incident: id },
          });
        return { result: removed.length, isChanged: removed.length > 0 };
      }),

    /**
     * Returns a part of the CSV file. Each part is audited, because the file leaves VID.
     * @throws AppError NOT_FOUND; VALIDATION_FAILED for an invalid cursor
     */
    async export(id: string, after: string | undefined, by: AdminActor, locale: Locale) {
      await requireIncident(id);
      const rows = await repo.list(id, false, { after: readRowCursor(after), limit: exportLimit + 1 });
      const { items, next } = toPage(rows, exportLimit, (row) => [row.id]);
      await audit.write(sql, {
        kind: 'incident.accounts-exported',
        ...by,
        details: { incident: id, rows: items.length },
      });
      return { csv: csvPart(columns, items, { isFirst: after === undefined, locale }), next };
    },
  };
}

/**
 * Returns a network address in the form in which events store it.
 * @throws AppError VALIDATION_FAILED
 */
function readAddress(text: string): string {
  if (!ipaddr.isValid(text)) throw new AppError('VALIDATION_FAILED', { fields: { value: 'format' } });
  return ipaddr.process(text).toString();
}

function readRowCursor(after: string | undefined) {
  const key = readCursor(after);
  if (key && !/^\d{1,18}$/u.test(String(key[0])))
    throw new AppError('VALIDATION_FAILED', { fields: { after: 'format' } });
  return key;
}

/**
 * Columns of the CSV file. The criterion and the channel are written as codes, so that spreadsheet filters work
 * in both languages.
 */
const columns: readonly CsvColumn<AffectedRow>[] = [
  { title: { vi: 'Mã tài khoản', en: 'Account ID' }, cell: ({ accountId }) => accountId },
  { title: { vi: 'Họ và tên', en: 'Name' }, cell: ({ name }) => name },
  { title: { vi: 'Số điện thoại', en: 'Phone' }, cell: ({ phone }) => csvPhone(phone) },
  { title: { vi: 'Email', en: 'Email' }, cell: ({ email }) => email },
  { title: { vi: 'Cách thêm', en: 'Added through' }, cell: ({ how }) => how },
  { title: { vi: 'Thêm lúc (UTC)', en: 'Added at (UTC)' }, cell: ({ addedAt }) => addedAt.toISOString() },
  {
    title: { vi: 'Thông báo lúc (UTC)', en: 'Notified at (UTC)' },
    cell: ({ notifiedAt }) => notifiedAt?.toISOString() ?? null,
  },
  { title: { vi: 'Thông báo bằng', en: 'Notified through' }, cell: ({ notifiedBy }) => notifiedBy },
];

function toItem(row: AffectedRow) {
  const { id, accountId, name, how, notifiedBy } = row;
  return {
    id,
    account: accountId === null ? null : { id: accountId, name, phone: row.phone },
    how,
    addedAt: row.addedAt,
    toldAt: row.notifiedAt,
    toldBy: notifiedBy,
  };
}
