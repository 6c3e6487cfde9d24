import type { Sql } from '#database/connection.ts';
import type { ApplicationService } from '#sso/applications/application.service.ts';
import type { Route } from '#http/routes.ts';
import { toSsoApplication } from '#sso/applications/application.service.ts';

type Parts = { readonly sql: Sql; readonly applications: ApplicationService };

/** What VID's own screen needs to confirm a logout that an application began (OpenID Connect RP-Initiated Logout). */
export function registerLogoutRoutes(route: Route, { sql, applications }: Parts): void {
  route('GET /vid/api/sso/logout', async ({ session }) => {
    const [row] = await sql<{ state: Record<string, unknown> | null }[]>`
      select state from oidc_sessions where session_id = ${session.id}`;
    const secret = row?.state?.['secret'];
    const clientId = row?.state?.['clientId'];
    const found = typeof clientId === 'string' ? await applications.findActive(clientId) : undefined;
    const application = found?.application;
    return {
      application: application ? toSsoApplication(application) : null,
      xsrf: typeof secret === 'string' ? secret : null,
      // A site that only names a client may not sign people out unasked: see logoutSource.
      needsConfirmation: application?.isFirstParty !== true || row?.state?.['isProven'] !== true,
    };
  });
}
