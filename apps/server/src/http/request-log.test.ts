import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '#lib/log/log.ts';
import { createMetrics } from '#lib/telemetry/metrics.ts';
import { installRequestLog } from './request-log.ts';

it('a successful request to a quiet route is logged at debug level', async () => {
  const lines: string[] = [];
  const app = fastify();
  onTestFinished(() => app.close());
  const log = createLogger('debug', { write: (line: string) => void lines.push(line) });
  installRequestLog(app, { log, metrics: createMetrics() });
  app.get('/quiet/:status', { config: { isQuiet: true } }, async (request, reply) =>
    reply.status(Number(Object(request.params).status)).send(),
  );
  app.get('/loud', () => 'ok');
  for (const url of ['/loud', ...[200, 404, 421, 499, 500].map((status) => `/quiet/${status}`), '/other'])
    await app.inject({ url });
  expect(
    lines.map((line) => JSON.parse(line)).map(({ level, route, status }) => [level, route, status]),
  ).toEqual([
    ['info', '/loud', 200],
    ['debug', '/quiet/:status', 200],
    ['debug', '/quiet/:status', 404],
    ['info', '/quiet/:status', 421],
    ['debug', '/quiet/:status', 499],
    ['info', '/quiet/:status', 500],
    ['info', 'unmatched', 404],
  ]);
});
