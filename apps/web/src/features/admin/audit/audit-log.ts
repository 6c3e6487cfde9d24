import { useMutation } from '@tanstack/react-query';
import { auditKindGroups, type AuditGroup, type AuditKind } from '@vid/contract/audit-kinds';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { api } from '#shared/api/api.ts';
import { readAll } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { saveFile } from '#shared/lib/save-file.ts';

export type AuditQuery = NonNullable<BodyOf<Endpoints['POST /vid/api/admin/audit/search']>>;
export type AuditItem = Answer<'POST /vid/api/admin/audit/search'>['items'][number];
export type AccountEvent = Answer<'GET /vid/api/admin/accounts/:accountId/events'>[number];
export type AuditDetail = Answer<'GET /vid/api/admin/audit/events/:eventId'>;
type Format = BodyOf<Endpoints['POST /vid/api/admin/audit/export']>['format'];

/**
 * Options for queries that the audit log records, so that the page reads them again only on the administrator's action.
 */
export const readOnce = {
  staleTime: 60_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const auditGroups = Object.keys(auditKindGroups) as AuditGroup[];
export const auditKinds: readonly AuditKind[] = auditGroups.flatMap((group) => auditKindGroups[group]);

/** Downloads all parts of the export and saves them as one file. */
export function useExportAudit({ after: _after, limit: _limit, ...filters }: AuditQuery) {
  return useMutation({
    mutationFn: async (format: Format) => {
      const parts = await readAll((cursor) =>
        api.post('/vid/api/admin/audit/export', { body: { ...filters, format, ...cursor } }),
      );
      saveFile(
        new Blob(
          parts.map(({ text }) => text),
          { type: format === 'csv' ? 'text/csv' : 'application/jsonl' },
        ),
        `vid-audit.${format}`,
      );
    },
  });
}
