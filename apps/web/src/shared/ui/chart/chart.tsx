import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from 'react';
import { formatNumber } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { EmptyState } from '#shared/ui/feedback/load-state.tsx';
import { Bone } from '#shared/ui/feedback/skeleton.tsx';
import type { ChartData, Plot as DrawnPlot } from './plot.tsx';

// Renders nothing if the drawing's module cannot be loaded, for example offline. The table shows the same numbers.
const Plot = lazy<ComponentType<ComponentProps<typeof DrawnPlot>>>(() =>
  import('./plot.tsx').then(
    (module) => ({ default: module.Plot }),
    () => ({ default: () => null }),
  ),
);

export const ChartSkeleton = () => (
  <>
    <Bone className="mb-2 text-sm" />
    <span className="bone h-52 rounded-control" />
    <Bone className="mt-3 w-24 text-label" />
  </>
);

export function Chart({ name, data }: { name: string; data: ChartData }) {
  const t = useT();
  const [point, setPoint] = useState<number | null>(null);
  const { unit, series, labels = data.ticks } = data;
  const at = point ?? labels.length - 1;
  // A chart of zeros would look broken, and the names of two lines would overlap.
  if (series.flatMap(({ values }) => values).every((value) => value === 0))
    return <EmptyState icon="list" title={t('chart.none')} />;
  return (
    <figure aria-label={name} className="min-w-0">
      {/* Hide the drawing from screen readers, because the table has the same numbers. */}
      <div aria-hidden="true">
        <p className="digits mb-2 min-h-6 text-sm text-muted">
          {labels[at] !== undefined &&
            `${labels[at]}: ${series.map(({ name: each, values }) => `${each} ${formatNumber(values[at] ?? 0)}`).join(' · ')}`}
        </p>
        <div className="h-52">
          <Suspense>
            <Plot ticks={data.ticks} series={series} isLastOpen={data.isLastOpen} onPoint={setPoint} />
          </Suspense>
        </div>
      </div>
      <details className="mt-3">
        <summary className="w-fit cursor-pointer rounded-sm text-label text-muted hover:text-ink">
          {t('chart.table')}
        </summary>
        <div className="mt-3 max-h-96 overflow-auto">
          <table className="w-full text-label">
            <caption className="sr-only">{name}</caption>
            <thead className="text-sm text-muted">
              <tr className="border-b border-line">
                <th scope="col" className="py-2 pe-4 text-start font-semibold">
                  {unit}
                </th>
                {series.map((each) => (
                  <th key={each.name} scope="col" className="py-2 ps-4 text-end font-semibold">
                    {each.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {labels.map((label, index) => (
                <tr key={label}>
                  <th scope="row" className="py-2 pe-4 text-start font-normal">
                    <span className="digits">{label}</span>
                  </th>
                  {series.map(({ name: each, values }) => (
                    <td key={each} className="py-2 ps-4 text-end">
                      <span className="digits">{formatNumber(values[index] ?? 0)}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
