import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { registerAppParamsRoutes } from './features/app-params/app-params.routes.ts';
import { registerSessionRoutes } from './features/session/session.routes.ts';
import { createSite, refuseForeignOrigin } from './http/csrf.ts';
import { installErrorHandler } from './http/error-handler.ts';
import { createRoute } from './http/routes.ts';
import { baseHeaders, dataHeaders } from './http/security-headers.ts';
import { AppError } from './lib/app-error.ts';
import { newId } from './lib/ids.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: string;
    /** Probes of an orchestrator come by address, not by name. */
    acceptsAnyHost?: boolean;
    /** For routes that change nothing and read no cookie, or that prove their caller themselves. */
    acceptsAnyOrigin?: boolean;
  }
}

const bodyLimitBytes = 16 * 1024;

/** Fastify with every route; no environment and no I/O of its own. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config } = deps;
  const logger: FastifyBaseLogger = deps.log;
  const app = fastify({
    loggerInstance: logger,
    disableRequestLogging: true,
    genReqId: () => newId('aud').slice(4),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: 15_000,
    keepAliveTimeout: 5_000,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 128, ignoreTrailingSlash: false },
    http: { headersTimeout: 10_000, maxHeaderSize: 16 * 1024 },
  });
  app.server.maxHeadersCount = 64;
  app.setValidatorCompiler(TypeBoxValidatorCompiler);
  acceptEmptyJson(app);
  installErrorHandler(app);

  const site = createSite({
    publicUrl: config.publicUrl,
    isProduction: config.isProduction,
    port: () => {
      const address = app.server.address();
      return typeof address === 'object' && address !== null ? address.port : config.port;
    },
  });
  const headers = { ...baseHeaders(config.isSecure), ...dataHeaders };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    const { acceptsAnyHost, acceptsAnyOrigin } = request.routeOptions.config;
    if (!acceptsAnyHost && !site.isOurHost(request.headers.host ?? '')) {
      done(new AppError('MISDIRECTED_REQUEST'));
      return;
    }
    try {
      if (!acceptsAnyOrigin) refuseForeignOrigin(request, site);
      done();
    } catch (error) {
      done(error as AppError);
    }
  });

  const { route } = createRoute(app, deps);
  registerAppParamsRoutes(route, deps);
  registerSessionRoutes(route, deps.sessions);
  await app.ready();
  return app;
}

/** A POST without a body is common (`logout`); Fastify's own parser refuses it when a content type is sent. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, null);
    else void parse(request, body as string, done);
  });
}
