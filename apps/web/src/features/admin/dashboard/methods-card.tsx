import { formatNumber, formatPercent } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import type { Dashboard } from './dashboard.ts';

const known = ['password', 'otp', 'passkey', 'social', 'qr'] as const;

/** Lists the sign-ins by method, each with a bar and its number, so that the chart needs no separate table. */
export function MethodsCard({ methods }: Pick<Dashboard, 'methods'>) {
  const t = useT();
  const sum = methods.reduce((all, { count }) => all + count, 0);
  return (
    <Card title={t('admin.dashboard.methods.question')}>
      {sum === 0 ? (
        <EmptyState icon="list" title={t('admin.dashboard.methods.none')} />
      ) : (
        <ul className="grid gap-4">
          {methods.map(({ method, count }) => (
            <li key={method}>
              <span className="flex flex-wrap justify-between gap-x-4">
                <span>{t(`admin.dashboard.method.${known.find((name) => name === method) ?? 'other'}`)}</span>
                <span className="digits">
                  {formatNumber(count)} · {formatPercent(count / sum)}
                </span>
              </span>
              <span aria-hidden="true" className="mt-1 block h-3 rounded-sm bg-soft">
                <span
                  className="block h-full min-w-1 rounded-sm bg-brand"
                  style={{ inlineSize: `${(count / sum) * 100}%` }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
