import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '#platform/platform.ts';
import { reportPath, reportSecret } from '#platform/sms/sms-gateways.ts';
import { readEsmsReport } from '#ports/sms/esms.ts';

type Deps = Pick<Platform, 'config' | 'keys' | 'smsAttempts'>;

/** Receives the delivery reports of the SMS gateways. */
export function registerSmsReports(app: FastifyInstance, { config, keys, smsAttempts }: Deps): void {
  if (!config.smsOrder.includes('esms')) return;
  const expected = reportSecret('esms', keys);
  // The secret is a parameter, because logs and metrics name the pattern of a route.
  app.get<{ Params: { secret: string }; Querystring: Record<string, unknown> }>(
    reportPath('esms', ':secret'),
    { config: { acceptsAnyOrigin: true, isQuiet: true } },
    async (request, reply) => {
      const given = Buffer.from(request.params.secret, 'base64url');
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        return reply.status(404).send();
      const report = readEsmsReport(request.query);
      const isKnown = report === undefined || (await smsAttempts.noteReport('esms', report));
      return reply.status(isKnown ? 204 : 404).send();
    },
  );
}
