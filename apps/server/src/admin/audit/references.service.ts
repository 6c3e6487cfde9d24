import type { Actor } from '#account/actor.ts';
import type { AccountServices } from '#account/services.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { readReference } from '#lib/text/references.ts';
import type { AuditLogService } from './audit-log.service.ts';

type Refusal = {
  readonly clientId: string | null;
  readonly reason: string;
  readonly at: Date;
  readonly details: readonly { readonly name: string; readonly value: string }[];
};

export type ReferenceDeps = {
  /** Lookup of refused sign-ons, implemented by `diagnosis`. */
  readonly refusalLog: { readonly explain: (reference: string) => Promise<Refusal | undefined> };
  /** Lookup of clients, implemented by `applications`. */
  readonly applicationRepo: {
    readonly findClient: (
      clientId: string,
    ) => Promise<{ readonly application: { readonly id: string; readonly name: string } } | undefined>;
  };
};

type Deps = Pick<AccountServices, 'sql' | 'audit'> &
  ReferenceDeps & { readonly auditLog: Pick<AuditLogService, 'listOfRequest'> };

/** Looks up the references in error messages, each of which identifies a request or a refused sign-on. */
export function createReferenceService({ sql, audit, refusalLog, applicationRepo, auditLog }: Deps) {
  return {
    /**
     * Returns the refused sign-on of a reference, or the time and the events of a request. The search is
     * audited.
     * @throws AppError NOT_FOUND
     */
    async find(typed: string, by: { readonly actorId: string; readonly caller: Caller } & Actor) {
      const known = readReference(typed);
      if (!known) throw new AppError('NOT_FOUND');
      const { reference } = known;
      await audit.write(sql, { kind: 'audit.searched', ...by, details: { lookedUp: reference } });
      if (known.kind === 'request') {
        const events = await auditLog.listOfRequest(reference, known.at);
        return { reference, at: known.at, refusal: null, events };
      }
      const refusal = await refusalLog.explain(reference);
      if (!refusal) throw new AppError('NOT_FOUND');
      const client =
        refusal.clientId === null ? undefined : await applicationRepo.findClient(refusal.clientId);
      const application = client ? { id: client.application.id, name: client.application.name } : null;
      return { reference, at: refusal.at, refusal: { ...refusal, application }, events: [] };
    },
  };
}
