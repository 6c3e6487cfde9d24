import { lazy, Suspense, useRef, useState } from 'react';
import { formatDay } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Button, LinkButton } from '#shared/ui/controls/button.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { loadOverlayPart } from '#shared/ui/overlays/overlay-library.ts';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { type Filter, FilterChip } from './filter-chip.tsx';
import { FilterSelect } from './filter-select.tsx';
import { type Days, dayAt, daysOf, isDay, periodOf } from './period.ts';
import { SearchField } from './search-field.tsx';
import type { ListView } from './use-list-view.ts';

type View<Name extends string> = Pick<ListView, 'search' | 'setSearch'> & {
  readonly filters: Readonly<Partial<Record<Name, string>>>;
  readonly setFilters: (changes: Readonly<Record<string, string>>) => void;
};

type Props<Name extends string> = {
  view: View<Name>;
  /** Label of the search field. If absent, the list cannot be searched. */
  search?: string;
  /** Returns whether the list searches for a typed text before the user presses Enter. */
  isSearchable?: (typed: string) => boolean;
  /** Other values that the search finds, if the label is too short to name them. */
  hint?: string;
  /** Path of the only match, which Enter in the search field opens (see `SearchField`). */
  onlyMatch?: string | null | undefined;
  filters?: readonly (Filter<Name> & {
    /** Another filter whose values depend on this filter, and which a change to this filter removes. */
    readonly resets?: Name;
  })[];
  /** Names of the filters for the first and last day. One chip sets both. */
  period?: { readonly label: string; readonly from: Name; readonly to: Name };
};

/** The dialog for days loads on first use, because a list works without it. */
const PeriodDialog = lazy(() =>
  loadOverlayPart(async () => {
    const { PeriodDialog: dialog } = await import('./period-dialog.tsx');
    return { default: dialog };
  }),
);

/** Option of a period that opens the dialog for days. */
const ownPeriod = 'own';

/**
 * Shows a list's search field and filters in one line. On a phone, a button opens the filters. The URL keeps the
 * filters.
 */
export function FilterBar<Name extends string>({
  view,
  search,
  isSearchable,
  hint,
  onlyMatch,
  filters = [],
  period,
}: Props<Name>) {
  const t = useT();
  const [today] = useState(() => dayAt(Date.now()));
  const [isPeriodOpen, setIsPeriodOpen] = useState(false);
  // The dialog stays mounted, so that its closing is animated.
  const [wasPeriodOpen, setWasPeriodOpen] = useState(false);
  if (isPeriodOpen && !wasPeriodOpen) setWasPeriodOpen(true);
  const list = useRef<HTMLUListElement>(null);
  const dayIn = (name: Name | undefined) => {
    const day = (name !== undefined && view.filters[name]) || '';
    return isDay(day) ? day : '';
  };
  const days = { from: dayIn(period?.from), to: dayIn(period?.to) };
  const setDays = ({ from, to }: Days) => {
    if (period) view.setFilters({ [period.from]: from, [period.to]: to });
  };
  const selects: Field[] = filters.map((filter) => ({
    filter,
    value: view.filters[filter.name] ?? '',
    onChange: (value: string) =>
      view.setFilters({
        [filter.name]: value,
        ...(filter.resets !== undefined && { [filter.resets]: '' }),
      }),
  }));
  const fields = period
    ? [
        ...selects,
        periodField({ label: period.label, days, today, setDays, open: () => setIsPeriodOpen(true), t }),
      ]
    : selects;
  const clear = () => {
    const names = [...filters.map(({ name }) => name), ...(period ? [period.from, period.to] : [])];
    view.setFilters(Object.fromEntries(names.map((name) => [name, ''])));
    // Move the focus, because React removes the pressed button.
    list.current?.querySelector('select')?.focus();
  };
  const active = fields.filter(({ value }) => value !== '').length;
  return (
    <div className="mb-3 flex flex-wrap items-start gap-2 md:items-center">
      {search !== undefined && (
        <SearchField
          label={search}
          view={view}
          isSearchable={isSearchable}
          hint={hint}
          onlyMatch={onlyMatch}
        />
      )}
      {fields.length > 0 && (
        <ul ref={list} aria-label={t('list.filters')} className="contents max-md:hidden">
          {fields.map((field) => (
            <li key={field.filter.name} className="flex max-w-full">
              <FilterChip {...field} />
            </li>
          ))}
          {active > 0 && (
            <li className="ps-1">
              <LinkButton onClick={clear} className="text-label" text="list.filter.clear" />
            </li>
          )}
        </ul>
      )}
      {fields.length > 0 && <FoldedFilters fields={fields} active={active} onClear={clear} />}
      {period && wasPeriodOpen && (
        <Suspense fallback={null}>
          <PeriodDialog
            isOpen={isPeriodOpen}
            label={period.label}
            days={days}
            onChange={setDays}
            onClose={() => setIsPeriodOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

type PeriodProps = {
  label: string;
  days: Days;
  today: string;
  setDays: (days: Days) => void;
  open: () => void;
  t: Translate;
};

function periodField({ label, days, today, setDays, open, t }: PeriodProps): Field {
  const isSet = days.from !== '' || days.to !== '';
  const known = periodOf(days, today);
  const texts = {
    both: () => t('list.period.between', { from: formatDay(days.from), to: formatDay(days.to) }),
    from: () => t('list.period.since', { from: formatDay(days.from) }),
    to: () => t('list.period.until', { to: formatDay(days.to) }),
  };
  const shown = days.from === '' ? 'to' : days.to === '' ? 'from' : 'both';
  return {
    filter: {
      name: 'period',
      label,
      options: [
        ...(['today', 'week', 'month'] as const).map((value) => ({
          value,
          label: t(`list.period.${value}`),
        })),
        ...(isSet && known === undefined ? [{ value: 'days', label: texts[shown]() }] : []),
        { value: ownPeriod, label: t('list.period.own') },
      ],
    },
    value: isSet ? (known ?? 'days') : '',
    onChange: (value) => {
      if (value === ownPeriod) open();
      else if (value === '') setDays({ from: '', to: '' });
      else if (value === 'today' || value === 'week' || value === 'month') setDays(daysOf(value, today));
    },
  };
}

type Field = { filter: Filter<string>; value: string; onChange: (value: string) => void };

function FoldedFilters({
  fields,
  active,
  onClear,
}: {
  fields: readonly Field[];
  active: number;
  onClear: () => void;
}) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={cx(
          'inline-flex min-h-11 items-center gap-2 rounded-control border px-3 text-label font-semibold md:hidden',
          active === 0 ? 'border-field bg-card text-ink' : 'border-brand bg-soft text-brand',
        )}
        onClick={() => setIsOpen(true)}
      >
        <PageIcon name="settings" />
        {active === 0 ? t('list.filter') : t('list.filter.active', { count: active })}
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('list.filter')}
        actions={
          <>
            {active > 0 && <Button look="secondary" onClick={onClear} text="list.filter.clear" />}
            <Button onClick={() => setIsOpen(false)} text="list.filter.done" />
          </>
        }
      >
        {fields.map(({ filter: { name, label, options, initial }, value, onChange }) => (
          <FilterSelect
            key={name}
            isTall
            isLabelled
            label={label}
            all={initial ?? t('list.filter.any')}
            value={value}
            options={options}
            onChange={(chosen) => {
              // Close this dialog, because a separate dialog asks for the days.
              if (chosen === ownPeriod) setIsOpen(false);
              onChange(chosen);
            }}
          />
        ))}
      </Dialog>
    </>
  );
}
