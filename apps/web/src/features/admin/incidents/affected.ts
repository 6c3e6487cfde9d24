import { useMutation } from '@tanstack/react-query';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { api } from '#shared/api/api.ts';
import { readAll } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { saveFile } from '#shared/lib/save-file.ts';
import { useIncidentChange } from './incidents.ts';

export type Affected = Answer<'POST /vid/api/admin/incidents/:incidentId/accounts/search'>['items'][number];
export type AddReport = Answer<'POST /vid/api/admin/incidents/:incidentId/accounts'>['report'];
type Search = Omit<BodyOf<Endpoints['POST /vid/api/admin/incidents/:incidentId/accounts/find']>, 'after'>;
export type Found = { readonly added: number; readonly seen: number };

/** Adds the accounts that match a criterion, part by part. Repeating the call adds no account twice. */
export function useFindAffected(incidentId: string) {
  return useIncidentChange(async (search: Search): Promise<Found> => {
    const parts = await readAll((cursor) =>
      api.post('/vid/api/admin/incidents/:incidentId/accounts/find', {
        params: { incidentId },
        body: { ...search, ...cursor },
      }),
    );
    const sum = (figure: keyof Found) => parts.reduce((all, part) => all + part[figure], 0);
    return { added: sum('added'), seen: sum('seen') };
  });
}

/** Downloads all parts of the export and saves them as one file. */
export function useExportAffected(incidentId: string) {
  return useMutation({
    mutationFn: async () => {
      const parts = await readAll((body) =>
        api.post('/vid/api/admin/incidents/:incidentId/accounts/export', { params: { incidentId }, body }),
      );
      saveFile(
        new Blob(
          parts.map(({ csv }) => csv),
          { type: 'text/csv' },
        ),
        `${incidentId}.csv`,
      );
    },
  });
}
