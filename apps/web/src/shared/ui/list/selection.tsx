import { type ReactNode, useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton } from '#shared/ui/controls/button.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';

/** Selected rows of the current page. A row that leaves the page is no longer selected. */
export type Selection<Row> = {
  readonly rows: readonly Row[];
  readonly has: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  readonly toggleAll: () => void;
  readonly isAll: boolean;
  readonly clear: () => void;
  readonly nameOf: (row: Row) => string;
};

export function useSelection<Row>(
  shown: readonly Row[],
  keyOf: (row: Row) => string,
  nameOf: (row: Row) => string,
): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const rows = shown.filter((row) => keys.has(keyOf(row)));
  const isAll = shown.length > 0 && rows.length === shown.length;
  return {
    rows,
    isAll,
    nameOf,
    has: (row) => keys.has(keyOf(row)),
    toggle: (row) => setKeys(new Set(rows.map(keyOf)).symmetricDifference(new Set([keyOf(row)]))),
    toggleAll: () => setKeys(new Set(isAll ? [] : shown.map(keyOf))),
    clear: () => setKeys(new Set()),
  };
}

type SelectAllProps<Row> = {
  selection: Selection<Row>;
  isLabelled?: boolean;
};

export function SelectAll<Row>({ selection, isLabelled = false }: SelectAllProps<Row>) {
  const t = useT();
  return (
    <SelectBox
      label={t('list.select.all')}
      isLabelled={isLabelled}
      isChecked={selection.isAll}
      onToggle={selection.toggleAll}
    />
  );
}

export function SelectRow<Row>({ selection, row }: { selection: Selection<Row>; row: Row }) {
  const t = useT();
  return (
    <SelectBox
      label={t('list.select.one', { name: selection.nameOf(row) })}
      isChecked={selection.has(row)}
      onToggle={() => selection.toggle(row)}
    />
  );
}

type Props = { label: string; isLabelled?: boolean; isChecked: boolean; onToggle: () => void };

function SelectBox({ label, isLabelled = false, isChecked, onToggle }: Props) {
  return (
    <label className="relative -m-2 flex min-h-11 w-fit shrink-0 cursor-pointer items-center">
      <span className="relative grid size-11 shrink-0 place-items-center">
        <input
          type="checkbox"
          className="peer size-6 appearance-none rounded-sm border border-field bg-input checked:border-brand checked:bg-brand forced-colors:appearance-auto"
          checked={isChecked}
          onChange={onToggle}
        />
        <Icon
          name="check"
          strokeWidth={2.75}
          className="pointer-events-none absolute hidden size-4 text-on-brand peer-checked:block forced-colors:hidden"
        />
      </span>
      <span className={isLabelled ? 'pe-2 text-label' : 'sr-only'}>{label}</span>
    </label>
  );
}

/**
 * Shows the actions for the selected rows at the bottom of the window, and nothing without a selection. `matching` is
 * the choice of all matches, and `all` is their number once all are chosen.
 */
export function BulkBar<Row>({
  selection,
  all = null,
  matching,
  children,
}: {
  selection: Selection<Row>;
  all?: number | null;
  matching?: ReactNode;
  children: ReactNode;
}) {
  const t = useT();
  const count = selection.rows.length;
  return (
    <div aria-live="polite" className="sticky bottom-3 z-10 mt-4">
      {count > 0 && (
        <section
          aria-label={t('list.actions')}
          className="flex flex-wrap items-center gap-3 rounded-card border border-brand bg-card p-3 lift-pop"
        >
          <p className="digits px-2 font-semibold">
            {all === null ? t('list.selected', { count }) : t('bulk.selected', { count: all })}
          </p>
          {matching}
          <LinkButton onClick={selection.clear}>{t('list.select.clear')}</LinkButton>
          <div className="ms-auto flex flex-wrap gap-2">{children}</div>
        </section>
      )}
    </div>
  );
}
