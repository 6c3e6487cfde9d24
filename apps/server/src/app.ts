import { fileURLToPath } from 'node:url';
import cookie from '@fastify/cookie';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { registerReferralRoutes } from './account/referral/referral.routes.ts';
import { registerAdminApplicationRoutes } from './applications/registry/registry.routes.ts';
import { registerAdminWebhookRoutes } from './admin/webhooks/webhooks.routes.ts';
import type { Deps } from './deps.ts';
import { createSite } from './http/csrf.ts';
import { installErrorHandler, sendProblem, toAppError } from './http/error-handler.ts';
import { installFileParser } from './http/file-body.ts';
import { createEventStreams } from './http/event-stream.ts';
import { installHooks } from './http/hooks.ts';
import { installJsonParser } from './http/json-body.ts';
import { indexRoutes } from './http/route-index.ts';
import { compilersFactory } from './http/serializers.ts';
import { createRoute } from './http/routes.ts';
import { baseHeaders, dataHeaders } from './http/security-headers.ts';
import { answerClientError, newRequestId, transportLimits, type TransportLimits } from './http/transport.ts';
import { compileValidator } from './http/validators.ts';
import { registerBrandImages } from './operations/app-params/brand-images.ts';
import { registerLegalRoutes } from './operations/legal/legal.routes.ts';
import { registerAppParamsRoutes } from './operations/app-params/app-params.routes.ts';
import { registerDevRoutes } from './operations/dev/dev.routes.ts';
import { registerDocsRoutes } from './operations/docs/docs.routes.ts';
import { registerHealthRoutes } from './operations/health/health.routes.ts';
import { registerMetricsRoutes } from './operations/metrics/metrics.routes.ts';
import { registerWebPages } from './operations/web-pages/web-pages.routes.ts';
import type { Module } from './platform/module.ts';
import { registerOutboxRoutes } from './platform/outbox/outbox.routes.ts';
import { registerAccountCheckRoutes } from './sign-in/account-check/account-check.routes.ts';
import { registerCaptchaRoutes } from './sign-in/captcha/captcha.routes.ts';
import { registerNotMeRoutes } from './sign-in/not-me/not-me.routes.ts';
import { registerOtpSignInRoutes } from './sign-in/otp-sign-in/otp-sign-in.routes.ts';
import { registerOtpRoutes } from './sign-in/otp/otp.routes.ts';
import { registerPasskeyRoutes } from './sign-in/passkey/passkey.routes.ts';
import { registerPasswordResetRoutes } from './sign-in/password-reset/password-reset.routes.ts';
import { registerPasswordSignInRoutes } from './sign-in/password-sign-in/password-sign-in.routes.ts';
import { registerReauthenticateRoutes } from './sign-in/reauthenticate/reauthenticate.routes.ts';
import { registerQrRoutes } from './sign-in/qr/qr.routes.ts';
import { registerRecoveryRoutes } from './sign-in/recovery/recovery.routes.ts';
import { registerSessionRoutes } from './sign-in/session/session.routes.ts';
import { registerSignUpRoutes } from './sign-in/sign-up/sign-up.routes.ts';
import { registerTwoStepSignInRoutes } from './sign-in/two-step/two-step.routes.ts';
import { registerSocialRoutes } from './sign-in/social/social.routes.ts';
import { registerClientDoctorRoutes } from './diagnosis/attempts/client-doctor.routes.ts';
import { registerClientRoutes } from './applications/clients/clients.routes.ts';
import { registerApplicationRoutes } from './applications/manage/applications.routes.ts';
import { registerPermissionRoutes } from './applications/permissions/permissions.routes.ts';
import { registerManagerRoutes } from './applications/managers/managers.routes.ts';
import { registerRoleRoutes } from './applications/roles/roles.routes.ts';
import { registerWebhookRoutes } from './applications/webhooks/webhooks.routes.ts';
import { registerManagementRoutes } from './applications/machine/management.routes.ts';
import { registerWebhookManagementRoutes } from './applications/machine/webhook-management.routes.ts';
import { registerScopeRoutes } from './applications/machine/scopes.routes.ts';
import { registerCommunityRoutes } from './community/community.routes.ts';
import { registerConsentRoutes } from './consent/consent.routes.ts';
import { registerDeviceRoutes } from './oidc/device/device.routes.ts';
import { registerInteractionRoutes } from './oidc/interactions/interactions.routes.ts';
import { registerLogoutRoutes } from './oidc/logout/logout.routes.ts';
import { mountOidc } from './oidc/provider/mount.ts';

export type AppOptions = {
  readonly limits?: TransportLimits;
  /** The folder of the built web app. */
  readonly webFolder?: string;
};

const builtWeb = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Builds Fastify with every route. Reads no environment, and no files except the built web app. */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { limits = transportLimits, webFolder = builtWeb } = options;
  const { config } = deps;
  const logger: FastifyBaseLogger = deps.log;
  const headers = { ...baseHeaders(config.isSecure), ...dataHeaders };
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // See `logOf`.
    childLoggerFactory: (log) => log,
    genReqId: newRequestId,
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
      maxHeaderSize: limits.headerBytes,
      connectionsCheckingInterval: limits.checkEveryMs,
      // Node answers a missing Host with an empty body; ours contains an error code.
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
  // With port 0 the system chooses the port. Read it once instead of for every request.
  app.server.on('listening', () => {
    const address = app.server.address();
    if (typeof address === 'object' && address !== null) listeningPort = address.port;
  });
  installHooks(app, { site, limits, headers, metrics: deps.metrics, log: deps.log });

  const route = createRoute(app, {
    ...deps,
    eventStreams: createEventStreams(app, { config, metrics: deps.metrics, heartbeatMs: limits.heartbeatMs }),
    authenticate: (token) => deps.sessions.authenticate(token),
    authenticateMachine: (request, scope) => deps.machines.authenticate(request, scope),
    findManagerRight: (session, appId) => deps.managedApplications.findRight(session, appId),
  });
  const features: readonly Module[] = Object.values(deps.modules);
  for (const feature of features) await feature.routes?.(route, app);
  registerAppParamsRoutes(route, deps);
  registerLegalRoutes(route, deps);
  registerCaptchaRoutes(route, deps);
  registerOtpRoutes(route, deps);
  registerSessionRoutes(route, deps.sessions);
  registerReauthenticateRoutes(route, deps);
  registerOutboxRoutes(app, deps);
  registerDevRoutes(app, deps);
  registerAccountCheckRoutes(route, deps.accountCheck);
  registerReferralRoutes(route, deps.referral);
  registerSignUpRoutes(route, deps);
  registerPasswordSignInRoutes(route, deps);
  registerOtpSignInRoutes(route, deps);
  registerTwoStepSignInRoutes(route, deps);
  registerSocialRoutes(route, deps);
  registerQrRoutes(route, deps);
  registerPasskeyRoutes(route, deps);
  registerPasswordResetRoutes(route, deps);
  registerNotMeRoutes(route, deps.notMe);
  registerRecoveryRoutes(route, deps);
  registerApplicationRoutes(route, deps);
  registerClientRoutes(route, deps);
  registerClientDoctorRoutes(route, deps);
  registerAdminApplicationRoutes(route, deps);
  registerBrandImages(app, deps);
  registerPermissionRoutes(route, deps);
  registerRoleRoutes(route, deps);
  registerManagerRoutes(route, deps);
  registerWebhookRoutes(route, deps);
  registerAdminWebhookRoutes(route, deps);
  registerManagementRoutes(route, deps);
  registerWebhookManagementRoutes(route, deps);
  registerScopeRoutes(route, deps);
  registerHealthRoutes(app, deps);
  registerMetricsRoutes(app, deps);
  registerDocsRoutes(app, deps);
  registerCommunityRoutes(route, deps);
  registerConsentRoutes(route, deps.consents);
  registerInteractionRoutes(route, deps);
  registerDeviceRoutes(route, deps);
  registerLogoutRoutes(route, deps);
  await mountOidc(app, deps);
  await registerWebPages(app, deps, webFolder);
  await app.ready();
  return app;
}
