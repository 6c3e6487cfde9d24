import type { Body } from '@vid/contract/endpoints/index';
import type { Queryable } from '#database/connection.ts';
import { isUniqueViolation } from '#database/availability/outage.ts';
import type { ApprovalKind, ApprovalsRow } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';
import { parseEmail } from '#lib/text/email.ts';
import { newId } from '#lib/ids.ts';
import { parsePhone } from '#lib/phone/phone.ts';
import { record, type AdminActor } from '#account/actor.ts';
import type { AccountServices } from '#account/services.ts';
import { beginAs } from '#platform/begin-as.ts';
import type { ApprovalAction, Contact } from './approval-actions.ts';
import { createApprovalRepo } from './approvals.repo.ts';

type Request = Body<'POST /vid/api/admin/approvals'>;
type Deps = AccountServices & {
  readonly actions: Readonly<Record<ApprovalKind, ApprovalAction>>;
};

export function createApprovalService(deps: Deps) {
  const { sql, keys, accounts, actions, audit } = deps;
  const repo = createApprovalRepo(sql);

  const lockRow = async (tx: Queryable, accountId: string) => {
    const account = await accounts.lockRow(tx, accountId);
    if (!account) throw new AppError('NOT_FOUND');
    return account;
  };

  const readPhone = (input: string): string => {
    const parsed = parsePhone(input, deps.config.phoneCountries);
    if ('e164' in parsed) return parsed.e164;
    throw parsed.problem === 'unsupported'
      ? new AppError('PHONE_UNSUPPORTED', { fields: { contact: 'phoneUnsupported' } })
      : new AppError('PHONE_INVALID', { fields: { contact: 'phone' } });
  };

  const readContact = (kind: ApprovalKind, input: string | undefined): Contact | null => {
    if ((kind === 'recover-account') !== (input !== undefined))
      throw new AppError('VALIDATION_FAILED', { fields: { contact: 'required' } });
    if (input === undefined) return null;
    if (!input.includes('@')) return { phone: readPhone(input) };
    const email = parseEmail(input);
    if (email === undefined) throw new AppError('VALIDATION_FAILED', { fields: { contact: 'format' } });
    if (!deps.mail.isConfigured) throw new AppError('RECOVERY_UNAVAILABLE');
    return { email };
  };

  /** A sealed contact needs no validation, because the seal is authenticated and only `request` creates it. */
  const openContact = (sealed: Uint8Array | null): Contact | null => {
    if (sealed === null) return null;
    const contact: Contact = JSON.parse(keys.open('approval', sealed));
    return contact;
  };

  const contactOf = (row: Pick<ApprovalsRow, 'sealedContact'>): string | null => {
    const contact = openContact(row.sealedContact);
    return contact && ('phone' in contact ? contact.phone : contact.email);
  };

  return {
    async findRecovery(accountId: string) {
      const row = await repo.findPending(accountId, 'recover-account');
      return row ? { ...row, contact: contactOf(row) } : null;
    },

    async list(actorId: string) {
      const rows = await repo.listPending();
      return rows.map((row) => ({
        ...row,
        account: { id: row.accountId, name: row.name, phone: row.phone },
        requestedBy: { id: row.requestedBy, name: row.requesterName },
        isOwn: row.requestedBy === actorId,
        contact: contactOf(row),
      }));
    },

    /**
     * @throws AppError NOT_FOUND, APPROVAL_EXISTS; the errors of the action's `require`; VALIDATION_FAILED,
     * PHONE_* and RECOVERY_UNAVAILABLE for a contact; VALIDATION_FAILED for an export for another administrator
     */
    async request({ kind, accountId, reason, contact }: Request, by: AdminActor): Promise<void> {
      const to = readContact(kind, contact);
      if (kind === 'export-hashes' && accountId !== by.actorId)
        throw new AppError('VALIDATION_FAILED', { fields: { accountId: 'format' } });
      const approval = {
        id: newId('apr'),
        kind,
        accountId,
        requestedBy: by.actorId,
        reason,
        sealedContact: to && keys.seal('approval', JSON.stringify(to)),
      };
      try {
        await beginAs(sql, { ...by, others: [accountId] }, async (tx) => {
          await actions[kind].require(tx, await lockRow(tx, accountId));
          await repo.insert(tx, approval);
          const details = { approval: approval.id, change: kind, reason };
          await audit.write(tx, { kind: 'approval.requested', ...record(by, accountId), details });
        });
      } catch (error) {
        if (!isUniqueViolation(error, 'approvals_pending_key')) throw error;
        throw new AppError('APPROVAL_EXISTS', { cause: error });
      }
    },

    /**
     * Confirms a change and makes it exactly once; of an export, only announces the approval. The confirming
     * statement also requires two different administrators.
     * @throws AppError NOT_FOUND, APPROVAL_OWN, APPROVAL_CLOSED; the errors of the action's `require`
     */
    async confirm(id: string, by: AdminActor): Promise<void> {
      const found = await repo.find(id);
      if (!found) throw new AppError('NOT_FOUND');
      if (found.requestedBy === by.actorId) throw new AppError('APPROVAL_OWN');
      const others = [found.accountId, found.requestedBy];
      await beginAs(sql, { ...by, others }, async (tx) => {
        // Lock the account before the approval, as an erasure does, to prevent deadlocks.
        const account = await lockRow(tx, found.accountId);
        const approval = await repo.confirm(tx, id, by.actorId);
        if (!approval) throw new AppError('APPROVAL_CLOSED');
        const { kind, reason, sealedContact } = approval;
        await actions[kind].require(tx, account);
        const details = { approval: id, change: kind };
        await audit.write(tx, { kind: 'approval.confirmed', ...record(by, account.id), details });
        await actions[kind].run(tx, {
          account,
          contact: openContact(sealedContact),
          by: { ...by, reason },
          requestedBy: found.requestedBy,
        });
      });
      deps.notices.kick();
    },

    async refuse(id: string, by: AdminActor): Promise<void> {
      const found = await repo.find(id);
      if (!found) throw new AppError('NOT_FOUND');
      await beginAs(sql, by, async (tx) => {
        const approval = await repo.refuse(tx, id, by.actorId);
        if (!approval) throw new AppError('APPROVAL_CLOSED');
        const details = { approval: id, change: approval.kind };
        await audit.write(tx, { kind: 'approval.refused', ...record(by, found.accountId), details });
      });
    },
  };
}

export type ApprovalService = ReturnType<typeof createApprovalService>;
