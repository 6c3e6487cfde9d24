import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import { lockForChange } from '#sign-in/session/lock-for-change.ts';
import { requireConfirmed, requireNoHold } from '#sign-in/session/session.policy.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';
import type { Access } from '#sign-in/session/access.ts';
import type { StoredCopy } from './build-exports.ts';
import { createExportRepo } from './exports.repo.ts';

type Request = { readonly session: CurrentSession; readonly caller: Caller };

/** Manages copies of an account's data, which a scheduled task builds for the account's owner. */
export function createExportService(deps: Access) {
  const { sql, keys, audit } = deps;
  const repo = createExportRepo(sql);

  return {
    list: (accountId: string) => repo.list(accountId),

    async request({ session, caller }: Request) {
      requireNoHold(session);
      requireConfirmed(session);
      const accountId = session.account.id;
      return sql.begin(async (tx) => {
        // Without the lock, parallel requests could each create a copy.
        await lockForChange(tx, session, deps);
        const wait = await repo.findWait(tx, accountId);
        if (wait !== undefined) throw new AppError('RATE_LIMITED', { retryAfterSeconds: wait });
        const row = await repo.insert(tx, newId('exp'), accountId);
        await audit.write(tx, { kind: 'export.requested', accountId, caller, details: { export: row.id } });
        return row;
      });
    },

    /**
     * Returns a copy as JSON and as a page in the caller's language.
     * @throws AppError CHANGE_ON_HOLD, REAUTHENTICATION_REQUIRED; NOT_FOUND if the copy is not ready, has
     *   expired or belongs to another account
     */
    async download({ session, caller, exportId }: Request & { readonly exportId: string }) {
      requireNoHold(session);
      requireConfirmed(session);
      const accountId = session.account.id;
      const sealed = await repo.findContent(accountId, exportId);
      if (!sealed) throw new AppError('NOT_FOUND');
      const { json, pages } = openCopy(keys, sealed);
      await audit.write(sql, { kind: 'export.downloaded', accountId, caller, details: { export: exportId } });
      return { json, html: pages[caller.locale] };
    },
  };
}

function openCopy(keys: Pick<Keys, 'open'>, sealed: Buffer): StoredCopy {
  const copy: StoredCopy = JSON.parse(keys.open('export', sealed));
  return copy;
}
