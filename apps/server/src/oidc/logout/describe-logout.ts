import type { SignOn } from '../services.ts';
import { toSsoApplication } from '#applications/application/application.service.ts';

/**
 * Returns the contents of the logout confirmation screen (OpenID Connect RP-Initiated Logout). `application` is
 * null if the request names no active client, and `xsrf` if no logout was requested.
 */
export async function describeLogout({ sql, applications }: SignOn, sessionId: string) {
  const [row] = await sql<{ state: Record<string, unknown> | null }[]>`
    select state from oidc_sessions where session_id = ${sessionId}`;
  const secret = row?.state?.['secret'];
  const clientId = row?.state?.['clientId'];
  const found = typeof clientId === 'string' ? await applications.findActive(clientId) : undefined;
  const application = found?.application;
  return {
    application: application ? toSsoApplication(application) : null,
    xsrf: typeof secret === 'string' ? secret : null,
    // A client id alone proves nothing; `logoutSource` in provider-configuration.ts sets `isProven`.
    needsConfirmation: application?.isFirstParty !== true || row?.state?.['isProven'] !== true,
  };
}
