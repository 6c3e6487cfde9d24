import type { FastifyInstance } from 'fastify';
import type { Availability } from '../database/availability.ts';
import { isOutage } from '../database/outage.ts';
import type { ProviderHolder } from './provider-holder.ts';

const prefix = '/vid/oidc';

type Parts = {
  readonly holder: ProviderHolder;
  readonly availability: Availability;
  readonly publicUrl: URL;
};

/** Hands everything under `/vid/oidc` to the provider, told our public address and nothing of the caller's claims to it. */
export async function mountOidc(
  app: FastifyInstance,
  { holder, availability, publicUrl }: Parts,
): Promise<void> {
  await app.register((scope, _options, done) => {
    // The library reads its bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.route({
      method: ['GET', 'POST', 'OPTIONS', 'HEAD'],
      url: `${prefix}/*`,
      exposeHeadRoute: false,
      // Its endpoints are for other origins, and prove their caller by PKCE, client authentication or xsrf.
      config: { acceptsAnyOrigin: true, acceptsAnyType: true },
      handler: async (request, reply) => {
        const provider = availability.isUp() ? await holder.get().catch(whenAway) : undefined;
        if (!provider) {
          return reply
            .status(503)
            .header('retry-after', '5')
            .type('application/json')
            .send(
              JSON.stringify({
                error: 'temporarily_unavailable',
                error_description: 'the service is briefly unavailable',
              }),
            );
        }
        reply.hijack();
        const { raw } = request;
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined && !replaced.has(name)) reply.raw.setHeader(name, value);
        }
        reply.raw.setHeader('referrer-policy', 'no-referrer');
        reply.raw.setHeader('cross-origin-resource-policy', 'cross-origin');
        // Addresses come from the configuration, never from Host or X-Forwarded-* (host header injection).
        delete raw.headers['forwarded'];
        raw.headers.host = publicUrl.host;
        raw.headers['x-forwarded-host'] = publicUrl.host;
        raw.headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1);
        const url = raw.url ?? '/';
        Object.assign(raw, { originalUrl: url, url: url.slice(prefix.length) || '/' });
        await provider.callback()(raw, reply.raw);
        return reply;
      },
    });
    done();
  });
}

/** Set by us below, or by the library with what it answers. */
const replaced = new Set([
  'referrer-policy',
  'cross-origin-resource-policy',
  'content-type',
  'content-length',
]);

function whenAway(error: unknown): undefined {
  if (isOutage(error)) return undefined;
  throw error;
}
