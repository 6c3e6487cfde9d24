import type { Answer } from '#shared/api/request-types.ts';

export type Dashboard = Answer<'GET /vid/api/admin/dashboard'>;
