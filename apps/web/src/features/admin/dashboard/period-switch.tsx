import { useT } from '#shared/i18n/use-t.ts';
import { SegmentedControl } from '#shared/ui/fields/segmented-control.tsx';
import { type Period, periods } from './dashboard.ts';

/** Chooses the period of the figures. */
export function PeriodSwitch({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const t = useT();
  return (
    <SegmentedControl
      name="period"
      label={t('admin.dashboard.period')}
      options={periods.map((value) => ({ value, label: t(`admin.dashboard.period.${value}`) }))}
      value={period}
      onChange={onChange}
    />
  );
}
