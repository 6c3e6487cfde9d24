import { useT } from '#shared/i18n/use-t.ts';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import type { ImportTable } from './imports.ts';

const shownColumns = 12;

type Props = {
  table: ImportTable;
  /** Whether the rows are unfolded: if no column was recognised as the phone, or once the user has chosen a row. */
  isOpen: boolean;
  onChoose: (row: number) => void;
};

export function TitleRowCard({ table: { titleRow, rows }, isOpen, onChoose }: Props) {
  const t = useT();
  return (
    <details open={isOpen} className="rounded-card border border-line bg-card p-4 md:px-6">
      <summary className="cursor-pointer rounded-sm font-semibold">
        {titleRow === 0 ? t('admin.import.titleRow.none') : t('admin.import.titleRow.is', { row: titleRow })}
      </summary>
      <p className="mt-3 mb-4 text-label text-muted">{t('admin.import.titleRow.lead')}</p>
      <FilterSelect
        label={t('admin.import.titleRow')}
        value={String(titleRow)}
        options={[
          ...rows.map(({ row }) => ({
            value: String(row),
            label: t('admin.import.titleRow.choose', { row }),
          })),
          { value: '0', label: t('admin.import.titleRow.none') },
        ]}
        onChange={(value) => onChoose(Number(value))}
      />
      <section
        aria-label={`${t('admin.import.titleRow')}. ${t('shell.scrollTable')}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="mt-4 max-h-52 overflow-auto rounded-card border border-line"
      >
        <table className="w-full text-sm">
          <tbody>
            {rows.map(({ row, cells }) => (
              <tr key={row} className={row === titleRow ? 'bg-soft font-semibold' : undefined}>
                <th scope="row" className="digits p-2 text-end text-muted">
                  {row}
                </th>
                {cells.slice(0, shownColumns).map((cell, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- cells have no other name than their column
                  <td key={index} className="max-w-60 truncate border-s border-line p-2">
                    <bdi>{cell}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
