import { useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type ManagedApplication = Answer<'GET /vid/api/apps'>[number];

/** Reads the applications that the account manages. */
export const useApplications = () => useRead('GET /vid/api/apps', {});

export const useApplication = (appId: string) => useRead('GET /vid/api/apps/:appId', { params: { appId } });
