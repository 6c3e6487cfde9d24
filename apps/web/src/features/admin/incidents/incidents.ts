import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useChange, useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type IncidentItem = Answer<'POST /vid/api/admin/incidents/search'>['items'][number];
export type IncidentDetail = Answer<'GET /vid/api/admin/incidents/:incidentId'>;
export type IncidentText = BodyOf<Endpoints['POST /vid/api/admin/incidents']>;

export const pathOf = (incidentId: string): string => pathTo(areaPaths.adminIncident, { incidentId });

/** Whether the server is notifying members, so that the numbers change. */
export const isTelling = ({ noticeRequestedAt, membersNotifiedAt }: IncidentDetail): boolean =>
  noticeRequestedAt !== null && membersNotifiedAt === null;

/** Reads the drafts of both notices, made by the server from the record at its current revision. */
export function useDrafts({ id: incidentId, revision }: IncidentDetail) {
  return useRead('GET /vid/api/admin/incidents/:incidentId/drafts', { params: { incidentId } }, { revision });
}

export function useIncidentChange<Input, Output>(send: (input: Input) => Promise<Output>) {
  return useChange(send, 'admin/incidents', 'admin/attention');
}
