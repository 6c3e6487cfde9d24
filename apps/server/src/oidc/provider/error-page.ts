import type { KoaContextWithOIDC } from 'oidc-provider';
import { isOutage } from '#database/availability/outage.ts';
import type { RefusalLog } from '#diagnosis/refusal-log.ts';
import { networkOf } from './caller-address.ts';
import { goTo, type Ctx } from './library-overrides.ts';

/** Endpoints that browsers visit; all others return JSON regardless of the Accept header. */
const pageRoutes = new Set([
  'authorization',
  'resume',
  'end_session',
  'end_session_confirm',
  'end_session_success',
]);

/**
 * Shows an error that must not be returned to the application: on VID's error page with a reference, or as JSON
 * at endpoints that browsers do not visit. Responds with 503 to an outage.
 */
export async function renderError(
  refusals: Pick<RefusalLog, 'write'>,
  ctx: KoaContextWithOIDC,
  out: { error: string; error_description?: string | undefined },
  error: Error,
): Promise<void> {
  if (isOutage(error)) return answerOutage(ctx);
  const { route, params, client } = ctx.oidc;
  if (!pageRoutes.has(route)) {
    ctx.body = out;
    return;
  }
  const ref = await refusals.write({
    clientId: client?.clientId ?? textOf(params?.['client_id']),
    reason: out.error,
    details: {
      description: out.error_description ?? null,
      detail: 'error_detail' in error ? textOf(error.error_detail) : null,
      redirectUri: textOf(params?.['redirect_uri'] ?? params?.['post_logout_redirect_uri']),
      route,
    },
    from: networkOf(ctx.req),
  });
  goTo(ctx, `/vid/web/error/${out.error === 'server_error' ? '500' : '403'}?ref=${ref}`);
}

export const outageBody = {
  error: 'temporarily_unavailable',
  error_description: 'the service is temporarily unavailable',
};

/** Responds with 503, so that clients do not mistake an outage for a refusal. */
export function answerOutage(ctx: Ctx): void {
  ctx.status = 503;
  ctx.set('retry-after', '5');
  ctx.type = 'json';
  ctx.body = outageBody;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
