import { useEffect, useId, useRef, useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';
import { FilterSelect } from '#shared/ui/list/filter-select.tsx';
import { Phone } from '#shared/ui/display/values.tsx';
import { type Column, TableCard } from '#shared/ui/list/list-table.tsx';
import type { ReportLine } from './kept-entry.ts';

const outcomes = ['added', 'already', 'locked', 'no-account', 'invalid', 'same'] as const;
/** Lines that need a correction come first. */
const order: readonly Outcome[] = ['invalid', 'no-account', 'locked', 'same', 'already', 'added'];
type Outcome = ReportLine['outcome'];

const tones = {
  added: 'success',
  already: 'plain',
  locked: 'accent',
  'no-account': 'danger',
  invalid: 'danger',
  same: 'plain',
} as const;

const isWrong = ({ outcome }: ReportLine) => outcome === 'no-account' || outcome === 'invalid';

type Row = ReportLine & { readonly key: string };

type Props = {
  lines: readonly ReportLine[];
  roleName: string;
  /** True if the report has just arrived, false if it was restored after a reload. */
  isNew: boolean;
  /** Called with the lines to correct, as they were typed. */
  onFix: (wrong: string[]) => void;
};

export function Report({ lines, roleName, isNew, onFix }: Props) {
  const t = useT();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [shown, setShown] = useState<Outcome | ''>('');
  // Moves the DOM focus to a new report, so that screen readers read it.
  useEffect(() => {
    if (isNew) heading.current?.focus();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each report has its own lines
  }, [lines, isNew]);
  const counts = outcomes
    .map((outcome) => ({ outcome, count: lines.filter((line) => line.outcome === outcome).length }))
    .filter(({ count }) => count > 0);
  const rows = lines
    .map((line, index): Row => ({ ...line, key: String(index) }))
    .filter(({ outcome }) => shown === '' || outcome === shown)
    .toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  const wrong = lines.filter(isWrong).map(({ raw }) => raw);
  const unknown = lines.filter(({ outcome }) => outcome === 'no-account').map(({ phone }) => phone);
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 id={id} ref={heading} tabIndex={-1} className="text-lg">
          {t('apps.report.title')}
        </h2>
        <p className="text-muted">{t('apps.report.role', { role: roleName })}</p>
      </div>
      <ul className="flex flex-wrap gap-2">
        {counts.map(({ outcome, count }) => (
          <li key={outcome}>
            <Badge tone={tones[outcome]}>
              {t('apps.report.summary', { outcome: t(`apps.report.${outcome}`), count })}
            </Badge>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {counts.length > 1 && (
          <FilterSelect
            isTall
            label={t('apps.report.outcome')}
            all={t('apps.report.anyOutcome')}
            value={shown}
            options={counts.map(({ outcome }) => ({ value: outcome, label: t(`apps.report.${outcome}`) }))}
            onChange={(value) => setShown(outcomes.find((outcome) => outcome === value) ?? '')}
          />
        )}
        {wrong.length > 0 && <Button look="secondary" onClick={() => onFix(wrong)} text="apps.report.fix" />}
        {unknown.length > 0 && (
          <Button
            look="secondary"
            onClick={() => void copyText(unknown.join('\n'), 'apps.report.unknown.copied')}
            text="apps.report.unknown.copy"
          />
        )}
      </div>
      <TableCard
        caption={t('apps.report.title')}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        empty={null}
      />
    </section>
  );
}

const columns: readonly Column<Row>[] = [
  { title: 'apps.report.line', cell: ({ line }) => line, isDigits: true },
  {
    title: 'common.phone',
    cell: (row) =>
      isWrong(row) ? (
        <bdi className="digits wrap-anywhere">{row.raw}</bdi>
      ) : (
        <Phone number={row.phone} className="digits wrap-anywhere" />
      ),
  },
  {
    title: 'apps.report.outcome',
    cell: ({ outcome, sameAs, line }, t) => (
      <Badge tone={tones[outcome]}>
        {sameAs === null || sameAs === line
          ? t(`apps.report.${outcome}`)
          : t('apps.report.sameAs', { line: sameAs })}
      </Badge>
    ),
  },
];
