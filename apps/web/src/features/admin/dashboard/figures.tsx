import { formatNumber, formatPercent } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Bone, Skeleton } from '#shared/ui/feedback/skeleton.tsx';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { logPath } from '#features/admin/audit/audit-log.tsx';
import type { Answer } from '#shared/api/request-types.ts';

export type Dashboard = Answer<'GET /vid/api/admin/dashboard'>;

const names = ['signUps', 'signIns', 'failures', 'sessions'] as const;

const vietnamDayOf = (time: string) =>
  new Date(Date.parse(time) + 7 * 60 * 60_000).toISOString().slice(0, 10);

export function Figures({ dashboard }: { dashboard: Dashboard | undefined }) {
  const t = useT();
  return (
    <section aria-label={t('admin.dashboard.figures')}>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {names.map((name) => (
          <div key={name} className="@container min-w-0 rounded-card border border-line bg-card p-4 md:p-6">
            <dt className="text-label text-muted">{t(`admin.dashboard.${name}`)}</dt>
            <dd className="mt-1">
              {dashboard ? <Figure name={name} dashboard={dashboard} /> : <FigureBones name={name} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

// Keeps a large number on one line in a narrow card.
const figure = 'digits block text-[length:min(1.75rem,16cqi)] leading-snug font-semibold whitespace-nowrap';

type FigureName = (typeof names)[number];

function Figure({ name, dashboard }: { name: FigureName; dashboard: Dashboard }) {
  const { now, before } = dashboard;
  return (
    <>
      <span className={figure}>{now[name] === null ? '–' : formatNumber(now[name])}</span>
      <Change now={now[name]} before={before[name]} />
      {name === 'failures' && <FailuresLink dashboard={dashboard} />}
    </>
  );
}

function FigureBones({ name }: { name: FigureName }) {
  const t = useT();
  return (
    <Skeleton>
      <span className={figure}>
        <Bone className="w-16" />
      </span>
      <span className="mt-1 block text-sm">
        <Bone text={t('admin.dashboard.up', { percent: formatPercent(0.1) })} />
      </span>
      {name === 'failures' && (
        <span className="mt-2 block min-h-6 text-sm font-semibold">
          <Bone text={t('admin.dashboard.failures.log')} />
        </span>
      )}
    </Skeleton>
  );
}

/**
 * Links to the failed sign-ins in the log since the period's first day. The log filters by whole days, so it may show
 * more sign-ins than the figure counts.
 */
function FailuresLink({ dashboard: { buckets } }: { dashboard: Dashboard }) {
  const t = useT();
  const [first] = buckets;
  if (first === undefined) return null;
  const from = vietnamDayOf(first.start);
  return (
    <TextLink isPlain to={logPath({ kind: 'sign-in.failed', from })} className="mt-2 text-sm">
      {t('admin.dashboard.failures.log')}
    </TextLink>
  );
}

function Change({ now, before }: { now: number | null; before: number | null }) {
  const t = useT();
  const text = () => {
    if (now === null || before === null || before === 0) return t('admin.dashboard.noBefore');
    const change = (now - before) / before;
    // Show a drop of more than 99% as 99%, because 100% would mean that nothing is left.
    const percent = formatPercent(now > 0 && change < 0 ? Math.min(-change, 0.99) : Math.abs(change));
    if (Math.abs(change) < 0.005) return t('admin.dashboard.same');
    return t(change > 0 ? 'admin.dashboard.up' : 'admin.dashboard.down', { percent });
  };
  return <span className="mt-1 block text-sm text-muted">{text()}</span>;
}
