import type { ServerResponse } from 'node:http';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { isOutage } from '#database/availability/outage.ts';
import { addressOf } from '#http/caller.ts';
import { logOf } from '#http/request-log.ts';
import { AppError } from '#lib/app-error.ts';
import { noteCaller } from './caller-address.ts';
import { outageBody } from './error-page.ts';
import type { SignOn } from '../services.ts';

const prefix = '/vid/oidc';
const serverMetadata = '/.well-known/oauth-authorization-server';

/** Endpoints that need no write: userinfo, keys and discovery. */
const reads = /^\/(?:me|jwks|\.well-known\/[\w-]+)(?:\?|$)/u;

/**
 * Mounts oidc-provider, which handles the GET, HEAD, POST and OPTIONS requests under `/vid/oidc`, and the
 * server metadata of RFC 8414.
 */
export async function mountOidc(
  app: FastifyInstance,
  { config, oidcProvider, availability }: SignOn,
): Promise<void> {
  const { publicUrl } = config;
  const scheme = publicUrl.protocol.slice(0, -1);
  await app.register((scope, _options, done) => {
    // oidc-provider reads bodies itself and rejects bodies above 56 KiB.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    const route: RouteOptions = {
      method: ['GET', 'POST', 'OPTIONS', 'HEAD'],
      url: `${prefix}/*`,
      exposeHeadRoute: false,
      // Other origins may call these endpoints, which authenticate by PKCE, client authentication or xsrf.
      config: { acceptsAnyOrigin: true, acceptsAnyType: true },
      handler: async (request, reply) => {
        const { raw } = request;
        reply.hijack();
        noteCaller(raw, { address: addressOf(request), requestId: request.id });
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined && !replaced.has(name)) reply.raw.setHeader(name, value);
        }
        reply.raw.setHeader('referrer-policy', 'no-referrer');
        reply.raw.setHeader('cross-origin-resource-policy', 'cross-origin');
        // Public URLs come from the configuration, never from Host or X-Forwarded-* (host header injection).
        delete raw.headers['forwarded'];
        raw.headers.host = publicUrl.host;
        raw.headers['x-forwarded-host'] = publicUrl.host;
        raw.headers['x-forwarded-proto'] = scheme;
        const url = addressIn(raw.url ?? '/');
        Object.assign(raw, { originalUrl: url, url: url.slice(prefix.length) || '/' });
        try {
          const access = reads.test(raw.url ?? '/') ? 'read' : 'write';
          await availability.guard(async () => {
            const handle = await oidcProvider.handler();
            await handle(raw, reply.raw);
          }, access);
        } catch (error) {
          if (!isOutage(error) && !(error instanceof AppError))
            logOf(request).error({ err: error }, 'OpenID Connect request failed');
          answerUnavailable(reply.raw);
        }
        return reply;
      },
    };
    scope.route(route);
    scope.route({ ...route, url: serverMetadata + prefix });
    done();
  });
}

/**
 * Returns the URL under the prefix. RFC 8414 section 3.1 puts the well-known path before the issuer's path,
 * whereas OpenID Connect appends it.
 */
function addressIn(url: string): string {
  return url.startsWith(serverMetadata) ? prefix + serverMetadata : url;
}

/** Responds with 503, so that clients do not mistake a fault for a refusal. */
function answerUnavailable(response: ServerResponse): void {
  if (response.headersSent) return;
  response.statusCode = 503;
  response.setHeader('retry-after', '5');
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(outageBody));
}

/** Headers that the handler of `mountOidc` or oidc-provider sets itself. */
const replaced = new Set([
  'referrer-policy',
  'cross-origin-resource-policy',
  'content-type',
  'content-length',
]);
