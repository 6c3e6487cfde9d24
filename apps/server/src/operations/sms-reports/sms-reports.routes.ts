import type { FastifyInstance } from 'fastify';
import type { Platform } from '#platform/platform.ts';
import { reportPath } from '#platform/sms/sms-gateways.ts';
import { readEsmsReport } from '#ports/sms/esms.ts';

type Deps = Pick<Platform, 'config' | 'keys' | 'smsAttempts'>;

/** Receives the delivery reports of the SMS gateways. */
export function registerSmsReports(app: FastifyInstance, { config, keys, smsAttempts }: Deps): void {
  if (!config.smsOrder.includes('esms')) return;
  app.get<{ Querystring: Record<string, unknown> }>(
    reportPath('esms', keys),
    { config: { acceptsAnyOrigin: true, isQuiet: true } },
    async (request, reply) => {
      const report = readEsmsReport(request.query);
      const isKnown = report === undefined || (await smsAttempts.noteReport('esms', report));
      return reply.status(isKnown ? 204 : 404).send();
    },
  );
}
