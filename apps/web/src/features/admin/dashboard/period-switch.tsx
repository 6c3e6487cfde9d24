import { useT } from '#shared/i18n/use-t.ts';
import { type Period, periods } from './dashboard.ts';

/** Chooses the period of the figures: a group of radio buttons shown as one control. */
export function PeriodSwitch({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const t = useT();
  return (
    <fieldset className="flex min-w-0 rounded-control border border-field bg-card">
      <legend className="sr-only">{t('admin.dashboard.period')}</legend>
      {periods.map((value) => (
        <label
          key={value}
          className="cursor-pointer rounded-control px-4 py-2 text-label has-checked:bg-soft has-checked:font-semibold has-checked:text-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            name="period"
            value={value}
            checked={value === period}
            onChange={() => onChange(value)}
            className="sr-only"
          />
          {t(`admin.dashboard.period.${value}`)}
        </label>
      ))}
    </fieldset>
  );
}
