import { expect, it } from 'vitest';
import { createMetrics } from '#lib/telemetry/metrics.ts';
import { readMetrics } from './metric-data.ts';

async function readOne(name: string, metrics: ReturnType<typeof createMetrics>) {
  const read = await readMetrics(metrics.registry);
  return read.find(({ descriptor }) => descriptor.name === name);
}

it('a histogram has counts between its bounds for each label set', async () => {
  const metrics = createMetrics();
  const labels = { method: 'GET', status: 200 };
  for (const seconds of [0.001, 0.003, 0.004, 60])
    metrics.httpDuration.observe({ ...labels, route: '/a' }, seconds);
  metrics.httpDuration.observe({ ...labels, route: '/b' }, 1);
  const data = await readOne('vid_http_request_duration_seconds', metrics);
  const [first, second] = data?.dataPoints ?? [];
  expect(first?.attributes).toEqual({ ...labels, route: '/a' });
  expect(first?.value).toMatchObject({ count: 4, sum: expect.closeTo(60.008) });
  expect(first?.value).toMatchObject({ buckets: { counts: [1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] } });
  expect(second?.value).toMatchObject({ count: 1, sum: 1 });
});

it('a gauge that is infinite has no value', async () => {
  const metrics = createMetrics();
  metrics.gauge('vid_endless', 'Never ends.', 'max', () => Infinity);
  expect((await readOne('vid_endless', metrics))?.dataPoints).toEqual([]);
});
