import { timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '#platform/platform.ts';
import { reportPath, reportSecret } from '#platform/sms/sms-gateways.ts';
import { readEsmsReport } from '#ports/sms/esms.ts';
import type { SmsReport } from '#ports/sms/sms.ts';
import { openZaloEvent, readZnsReport } from '#ports/sms/zns.ts';

type Deps = Pick<Platform, 'availability' | 'config' | 'keys' | 'smsAttempts' | 'background'>;

export function registerSmsReports(app: FastifyInstance, deps: Deps): void {
  if (deps.config.smsChannels.includes('esms')) registerEsmsReports(app, deps);
  if (deps.config.smsChannels.includes('zns')) registerZaloEvents(app, deps);
}

function registerEsmsReports(app: FastifyInstance, { availability, keys, smsAttempts }: Deps): void {
  // The secret is a route parameter, because logs and metrics contain only route patterns.
  app.get<{ Params: { secret: string }; Querystring: Record<string, unknown> }>(
    reportPath('esms', ':secret'),
    { config: { acceptsAnyOrigin: true, isQuiet: true } },
    async (request, reply) => {
      const expected = await availability.guard(() => Promise.resolve(reportSecret('esms', keys)), 'write');
      const given = Buffer.from(request.params.secret, 'base64url');
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        return reply.status(404).send();
      const report = readEsmsReport(request.query);
      const isKnown = report === undefined || (await smsAttempts.noteReport('esms', report));
      return reply.status(isKnown ? 204 : 404).send();
    },
  );
}

const zaloPath = '/vid/hooks/zalo';
/** Time within which another process stores the attempt that a report is about. */
const storedAfterMs = 2_000;

/** Responds to Zalo events at once, because Zalo repeats an event that gets no response. */
function registerZaloEvents(app: FastifyInstance, { config, smsAttempts, background }: Deps): void {
  const { znsAppId: appId = '', znsOaSecret: secret = '', znsPrice: price = null } = config;
  const note = (report: SmsReport): Promise<boolean> => smsAttempts.noteReport('zns', report);
  void app.register((scope, _options, registered) => {
    // Keep the body unparsed, because the signature covers its exact bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 65_536 }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.post(
      zaloPath,
      { config: { acceptsAnyOrigin: true, acceptsAnyType: true, isQuiet: true } },
      async (request, reply) => {
        const body = typeof request.body === 'string' ? request.body : '';
        const signature = request.headers['x-zevent-signature'];
        const event = openZaloEvent({ body, signature, appId, secret });
        if (event === undefined) return reply.status(401).send();
        const report = readZnsReport(event);
        if (report)
          background.run('store a delivery report of Zalo', async () => {
            if (await note({ ...report, price })) return;
            await delay(storedAfterMs);
            await note({ ...report, price });
          });
        return reply.status(200).send();
      },
    );
    registered();
  });
}
