import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { useMutation } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import { readAll } from '#shared/api/queries.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';
import { shownName } from '#features/admin/shown-name.ts';
import { saveFile } from '#shared/lib/browser/save-file.ts';

export type AuditQuery = NonNullable<Body<'POST /vid/api/admin/audit/search'>>;
export type AuditItem = Answer<'POST /vid/api/admin/audit/search'>['items'][number];
export type AccountEvent = Answer<'GET /vid/api/admin/accounts/:accountId/events'>[number];
export type AuditDetail = Answer<'GET /vid/api/admin/audit/events/:eventId'>;
type Format = Body<'POST /vid/api/admin/audit/export'>['format'];

/** Options for queries that the audit log records: no refetch on focus or reconnection. */
export const readOnce = {
  staleTime: 60_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

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

export const eventPath = (eventId: string) => pathTo(areaPaths.adminAuditEvent, { eventId });

export const logPath = (filters: Readonly<Record<string, string>>) =>
  pathTo(areaPaths.adminAudit, {}, filters);

/** Event kinds whose actor is unknown because the caller was not signed in. */
const signedOutKinds: readonly string[] = ['sign-in.failed', 'recovery.refused', 'otp.refused'];

export function Actor({ event: { actor, kind } }: { event: Pick<AuditItem, 'actor' | 'kind'> }) {
  const t = useT();
  if (actor !== null) return <Person person={actor} />;
  return (
    <span className="text-muted">
      {t(signedOutKinds.includes(kind) ? 'admin.audit.signedOut' : 'admin.audit.system')}
    </span>
  );
}

export const shortId = (id: string) => (id.length > 16 ? `acc_…${id.slice(-6)}` : id);

/** Returns whether an actor is a machine client, which the audit log records as `client:<id>`. */
export const isMachineClient = (id: string) => id.startsWith('client:');

export function authorName(author: { id: string; name: string | null } | null, t: Translate): string {
  if (author === null) return t('admin.someone');
  if (isMachineClient(author.id)) return author.id;
  return shownName(author.name) ?? `${t('admin.audit.account')} ${shortId(author.id)}`;
}

export const personPath = (person: NonNullable<AuditItem['account']>) =>
  pathTo(areaPaths.adminAccount, { accountId: person.id });

export function Person({ person }: { person: AuditItem['account'] }) {
  const t = useT();
  if (person === null) return <span className="text-muted">{t('admin.audit.noAccount')}</span>;
  if (isMachineClient(person.id)) return <code className="text-sm wrap-anywhere">{person.id}</code>;
  return (
    <TextLink isPlain to={personPath(person)} className="wrap-anywhere">
      {person.name === null ? (
        <code title={person.id} className="text-sm">
          {shortId(person.id)}
        </code>
      ) : (
        <bdi>{shownName(person.name)}</bdi>
      )}
    </TextLink>
  );
}
