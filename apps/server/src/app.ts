import cookie from '@fastify/cookie';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { createSite } from './http/browser/csrf.ts';
import { installErrorHandler, sendProblem, toAppError } from './http/error-handler.ts';
import { installFileParser } from './http/routes/file-body.ts';
import { createEventStreams } from './http/event-stream.ts';
import { installHooks } from './http/hooks.ts';
import { installJsonParser } from './http/routes/json-body.ts';
import { indexRoutes } from './http/routes/route-index.ts';
import { compilersFactory, compileValidator } from './http/routes/compilers.ts';
import { addHandlers, createRoute } from './http/routes/routes.ts';
import { baseHeaders, dataHeaders } from './http/browser/security-headers.ts';
import { newRequestId } from './lib/text/references.ts';
import { answerClientError, transportLimits, type TransportLimits } from './http/proxy/transport.ts';
import { createTurns } from './http/routes/turns.ts';
import type { Module } from './platform/module.ts';

export type AppOptions = {
  readonly limits?: TransportLimits;
};

/** Builds the Fastify server with all routes, without reading environment variables. */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { limits = transportLimits } = options;
  const { config } = deps;
  const logger: FastifyBaseLogger = deps.log;
  const headers = { ...baseHeaders(config.isSecure), ...dataHeaders };
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (log) => log,
    genReqId: () => newRequestId(),
    schemaController: { compilersFactory },
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.idleMs,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 128, ignoreTrailingSlash: false },
    http: {
      headersTimeout: limits.headersTimeoutMs,
      // VID limits the header bytes itself, so that a browser with too many cookies gets an error page. Node
      // rejects only requests with twice as many bytes.
      maxHeaderSize: limits.headerBytes * 2,
      connectionsCheckingInterval: limits.checkEveryMs,
      // Node would respond to a request without Host with an empty body; VID's response contains an error
      // code.
      requireHostHeader: false,
    },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      void sendProblem(toAppError(error), request, reply.headers(headers));
    },
  });
  app.server.maxHeadersCount = limits.headerCount + 1;
  app.setValidatorCompiler(compileValidator);
  await app.register(cookie);
  installJsonParser(app);
  installFileParser(app);
  const index = indexRoutes(app);
  installErrorHandler(app, index);
  let listeningPort: number | undefined;
  const site = createSite({
    publicUrl: config.publicUrl,
    isProduction: config.isProduction,
    port: () => listeningPort ?? config.port,
  });
  // With port 0, the system chooses the port. Read the address once instead of at every request.
  app.server.on('listening', () => {
    const address = app.server.address();
    if (typeof address === 'object' && address !== null) listeningPort = address.port;
  });
  installHooks(app, { ...deps, site, limits, headers });

  // One account may use a third of the database connections; a browser seldom has more calls in flight.
  const running = Math.ceil(config.databasePool / 3);
  const callTurns = createTurns({ running, waiting: 200, waitMs: 2_000 });
  deps.metrics.gauge(
    'vid_calls_waiting',
    'Calls that wait for a turn of their account or client.',
    'sum',
    () => callTurns.waiting(),
  );
  const route = createRoute(app, {
    ...deps,
    callTurns,
    memberRowsHour: config.memberRowsHour,
    uploadTurns: createTurns({ running: 2, waiting: 0, waitMs: 0 }),
    eventStreams: createEventStreams(app, { config, metrics: deps.metrics, heartbeatMs: limits.heartbeatMs }),
    authenticate: (token) => deps.sessions.authenticate(token),
    authenticateMachine: (request, scope) => deps.machines.authenticate(request, scope),
    findManagerRight: (session, appId) => deps.managedApplications.findRight(session, appId),
  });
  const features: readonly Module[] = Object.values(deps.modules);
  for (const feature of features) {
    addHandlers(route, feature.handlers ?? {});
    await feature.routes?.(route, app);
  }
  await app.ready();
  return app;
}
