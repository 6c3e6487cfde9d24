import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { auditKindGroups, type AuditGroup, type AuditKind } from '@vid/contract/audit-kinds';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { readOnce } from '#features/admin/read-once.ts';

export type AuditQuery = NonNullable<BodyOf<Endpoints['POST /vid/api/admin/audit/search']>>;
export type AuditItem = Answer<'POST /vid/api/admin/audit/search'>['items'][number];
export type AccountEvent = Answer<'GET /vid/api/admin/accounts/:accountId/events'>[number];
export type AuditDetail = Answer<'GET /vid/api/admin/audit/events/:eventId'>;
type Format = BodyOf<Endpoints['POST /vid/api/admin/audit/export']>['format'];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const auditGroups = Object.keys(auditKindGroups) as AuditGroup[];
export const auditKinds: readonly AuditKind[] = auditGroups.flatMap((group) => auditKindGroups[group]);

export function useAuditLog(query: AuditQuery) {
  return useQuery({
    queryKey: ['admin-audit', query],
    queryFn: ({ signal }) =>
      api.post('/vid/api/admin/audit/search', { body: query, signal, isRepeatable: true }),
    placeholderData: keepPreviousData,
    ...readOnce,
  });
}

export function useAuditEvent(eventId: string) {
  return useQuery({
    queryKey: ['admin-audit', 'event', eventId],
    queryFn: ({ signal }) =>
      api.get('/vid/api/admin/audit/events/:eventId', { params: { eventId }, signal, isRepeatable: true }),
    ...readOnce,
  });
}

export function useAuditState() {
  return useQuery({
    queryKey: ['admin-audit', 'state'],
    queryFn: ({ signal }) => api.get('/vid/api/admin/audit/state', { signal, isRepeatable: true }),
  });
}

export function useAccountEvents(accountId: string) {
  return useQuery({
    queryKey: ['admin-audit', 'account', accountId],
    queryFn: ({ signal }) =>
      api.get('/vid/api/admin/accounts/:accountId/events', {
        params: { accountId },
        signal,
        isRepeatable: true,
      }),
    ...readOnce,
  });
}

/** Loads the shown events about an account again, after a change that adds one. */
export function useRefreshAccountEvents() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['admin-audit', 'account'] });
}

/** Reads all parts of a file and saves it. */
export function useExportAudit() {
  return useMutation({
    mutationFn: async ({ query, format }: { query: AuditQuery; format: Format }) => {
      const { after: _after, limit: _limit, ...filters } = query;
      const parts: string[] = [];
      for (let after: string | null | undefined; after !== null;) {
        const body = { ...filters, format, ...(after !== undefined && { after }) };
        const { text, next } = await api.post('/vid/api/admin/audit/export', { body });
        parts.push(text);
        after = next;
      }
      saveFile(
        new Blob(parts, { type: format === 'csv' ? 'text/csv' : 'application/jsonl' }),
        `vid-audit.${format}`,
      );
    },
  });
}

function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
