import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '#lib/log/log.ts';
import { createMetrics } from '#lib/telemetry/metrics.ts';
import { installRequestLog } from './request-log.ts';

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

it('a successful request to a quiet route is logged at debug level', async () => {
  const lines: string[] = [];
  const app = fastify();
  onTestFinished(() => app.close());
  const log = createLogger('debug', { write: (line: string) => void lines.push(line) });
  const metrics = createMetrics();
  installRequestLog(app, { log, metrics });
  app.get('/quiet/:status', { config: { isQuiet: true } }, async (request, reply) =>
    reply.status(Number(Object(request.params).status)).send(),
  );
  app.get('/loud', () => 'ok');
  for (const url of ['/loud', ...[200, 404, 421, 499, 500].map((status) => `/quiet/${status}`), '/other'])
    await app.inject({ url });
  const entries = lines.map((line) => JSON.parse(line));
  expect(entries.map(({ level, route, status }) => [level, route, status])).toEqual([
    ['info', '/loud', 200],
    ['debug', '/quiet/:status', 200],
    ['debug', '/quiet/:status', 404],
    ['info', '/quiet/:status', 421],
    ['debug', '/quiet/:status', 499],
    ['info', '/quiet/:status', 500],
    ['info', 'unmatched', 404],
  ]);
  const durations = await metrics.registry.getSingleMetricAsString('vid_http_request_duration_seconds');
  const sums = [...durations.matchAll(/_sum\{[^}]*\} (\S+)$/gmu)].map(([, seconds]) => Number(seconds));
  // The log rounds to tenths of a millisecond.
  expect(Math.abs(total(sums) * 1_000 - total(entries.map(({ ms }) => ms)))).toBeLessThan(1);
});

it('a request with an unusual method is logged as other', async () => {
  const lines: string[] = [];
  const app = fastify();
  onTestFinished(() => app.close());
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  installRequestLog(app, { log, metrics: createMetrics() });
  for (const method of ['TRACE', 'DELETE'] as const) await app.inject({ method, url: '/' });
  expect(lines.map((line) => JSON.parse(line).method)).toEqual(['other', 'DELETE']);
});
