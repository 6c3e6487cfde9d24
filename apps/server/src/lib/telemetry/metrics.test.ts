import { expect, it } from 'vitest';
import { collectNodeMetrics, createMetrics } from './metrics.ts';

it('the metrics are served while a gauge waits for the database', async () => {
  const { registry, gauge } = createMetrics();
  const read = Promise.withResolvers<number>();
  gauge('vid_hanging', 'Waits for the database.', 'max', () => read.promise);
  gauge('vid_working', 'Answers.', 'max', () => 7);
  gauge('vid_failing', 'Fails.', 'max', () => Promise.reject(new Error('the database is down')));
  const startedAt = performance.now();
  const first = await registry.metrics();
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(first).toMatch(/^vid_working 7$/mu);
  expect(first).toMatch(/^vid_hanging 0$/mu);
  read.resolve(3);
  expect(await registry.metrics()).toMatch(/^vid_hanging 3$/mu);
});

it('the metrics contain the start of the process in seconds', async () => {
  const metrics = createMetrics();
  collectNodeMetrics(metrics);
  const text = await metrics.registry.getSingleMetricAsString('vid_started_seconds');
  const seconds = Number(/^vid_started_seconds (\d+)$/mu.exec(text)?.[1]);
  expect(Math.abs(seconds - performance.timeOrigin / 1_000)).toBeLessThan(1);
});
