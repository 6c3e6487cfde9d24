import { ValueType, type HrTime } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValueWithName, Registry } from 'prom-client';

type Metric = MetricObjectWithValues<MetricValueWithName<string>>;
type Times = { readonly startTime: HrTime; readonly endTime: HrTime };

const processStart = millisToHrTime(performance.timeOrigin);

/** Returns the metrics of `/vid/metrics` of this process, under the same names and labels. */
export async function readMetrics(registry: Registry): Promise<MetricData[]> {
  const metrics: readonly Metric[] = await registry.getMetricsAsJSON();
  const times = { startTime: processStart, endTime: millisToHrTime(Date.now()) };
  return metrics.flatMap((metric) => toMetricData(metric, times) ?? []);
}

function toMetricData(metric: Metric, times: Times): MetricData | undefined {
  const base = {
    descriptor: { name: metric.name, description: metric.help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // JSON has no infinity, which is the delay of a standby that does not respond.
  const points = () =>
    metric.values
      .filter(({ value }) => Number.isFinite(value))
      .map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }));
  // prom-client's type of `type` is a numeric enum, but the value is its name.
  switch (String(metric.type)) {
    case 'counter':
      return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() };
    case 'gauge':
      return { ...base, dataPointType: DataPointType.GAUGE, dataPoints: points() };
    case 'histogram':
      return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(metric, times) };
    default:
      return undefined;
  }
}

/** Joins the series of each histogram. Prometheus counts each bucket together with all smaller ones. */
function toHistograms({ name, values }: Metric, times: Times) {
  const series = Map.groupBy(values, ({ labels }) => JSON.stringify(withoutBound(labels)));
  return [...series.values()].map((parts) => {
    const find = (suffix: string): number =>
      parts.find(({ metricName }) => metricName === name + suffix)?.value ?? 0;
    const buckets = parts.filter(({ metricName }) => metricName === `${name}_bucket`);
    const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0));
    const boundaries = buckets.map(({ labels }) => Number(labels['le'])).filter(Number.isFinite);
    return {
      ...times,
      attributes: withoutBound(parts[0]?.labels ?? {}),
      value: { buckets: { boundaries, counts }, sum: find('_sum'), count: find('_count') },
    };
  });
}

const withoutBound = (labels: Metric['values'][number]['labels']) =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => name !== 'le'));
