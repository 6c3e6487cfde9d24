import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';

export type IncidentItem = Answer<'POST /vid/api/admin/incidents/search'>['items'][number];
export type IncidentDetail = Answer<'GET /vid/api/admin/incidents/:incidentId'>;
export type IncidentText = Body<'POST /vid/api/admin/incidents'>;

export const pathOf = (incidentId: string): string => pathTo(areaPaths.adminIncident, { incidentId });

/** Returns whether the server is still notifying members. */
export const isTelling = ({ noticeRequestedAt, membersNotifiedAt }: IncidentDetail): boolean =>
  noticeRequestedAt !== null && membersNotifiedAt === null;

export function useDrafts({ id: incidentId, revision }: IncidentDetail) {
  return useRead('GET /vid/api/admin/incidents/:incidentId/drafts', { params: { incidentId } }, { revision });
}

export const stale = ['admin/incidents', 'admin/attention'] as const;

/** UTC offset of Vietnam, which has no daylight saving time. */
const offsetMs = 7 * 3_600_000;

export const toField = (time: string | number): string =>
  new Date(new Date(time).getTime() + offsetMs).toISOString().slice(0, 16);

/** Parses a field's day and time in Vietnam into an ISO time; undefined if the text is not a valid time. */
export function fromField(value: string): string | undefined {
  const time = /^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)
    ? Date.parse(`${value.slice(0, 16)}:00+07:00`)
    : NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

export function hoursOf(seconds: number): { readonly hours: number; readonly minutes: number } {
  const minutes = Math.floor(Math.abs(seconds) / 60);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

const looks = {
  overdue: { tone: 'danger', icon: 'alert' },
  dueSoon: { tone: 'accent', icon: 'alert' },
  inTime: { tone: 'brand' },
  told: { tone: 'success', icon: 'success' },
  toldLate: { tone: 'accent', icon: 'alert' },
  closed: { tone: 'plain' },
} as const;

/**
 * Returns whether an incident is marked red: its notice is overdue, or its severity is high and less than 24 hours are
 * left.
 */
export const isPressing = ({ urgency, severity }: Urgent): boolean =>
  urgency === 'overdue' || (urgency === 'dueSoon' && severity === 'high');

export function UrgencyBadge({ incident }: { incident: Urgent }) {
  const t = useT();
  const look = looks[isPressing(incident) ? 'overdue' : incident.urgency];
  return <Badge {...look}>{t(`admin.incidents.urgency.${incident.urgency}`)}</Badge>;
}

type Urgent = Pick<IncidentItem, 'urgency' | 'severity'>;
type Props = { incident: Pick<IncidentItem, 'status' | 'secondsLeft' | 'dueAt' | 'closedAt'> };

export function TimeLeft({ incident: { status, secondsLeft, dueAt, closedAt } }: Props) {
  const t = useT();
  if (closedAt !== null) return <>{formatDateTime(closedAt)}</>;
  if (status !== 'open') return <>{formatDateTime(dueAt)}</>;
  return <>{t(secondsLeft < 0 ? 'admin.incidents.late' : 'admin.incidents.left', hoursOf(secondsLeft))}</>;
}
