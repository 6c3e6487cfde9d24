import type { Route } from '#http/routes.ts';
import type { SignOn } from '../services.ts';
import { toSsoApplication } from '#applications/application/application.service.ts';

/**
 * Registers the route that VID's screen needs to confirm an application's logout (OpenID Connect RP-Initiated Logout).
 */
export function registerLogoutRoutes(route: Route, { sql, applications }: SignOn): void {
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
      // Naming a client is not enough to sign users out without asking; see logoutSource in provider-configuration.ts.
      needsConfirmation: application?.isFirstParty !== true || row?.state?.['isProven'] !== true,
    };
  });
}
