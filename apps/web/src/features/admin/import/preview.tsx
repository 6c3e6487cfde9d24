import type { Answer } from '#shared/api/request-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Notes, useShownValue } from './notes.tsx';

type Rows = Answer<'POST /vid/api/admin/imports/:importId/preview'>['rows'];

export function Preview({ rows }: { rows: Rows }) {
  const t = useT();
  const shown = useShownValue();
  return (
    <ul aria-label={t('admin.import.preview')} className="mt-6 divide-y divide-line border-t border-line">
      {rows.map(({ row, isValid, values, notes }) => (
        <li key={row} className="grid gap-1 py-3 text-label">
          <span className="text-muted">{t('admin.import.report.rowNumber', { row })}</span>
          <span className="wrap-anywhere">
            {isValid
              ? values.map(({ field, value }) => (
                  <span key={field} className="me-4 inline-block">
                    {`${t(`admin.import.field.${field}`)}: `}
                    <bdi className="font-semibold">{shown({ field, value })}</bdi>
                  </span>
                ))
              : t('admin.import.outcome.invalid')}
          </span>
          <Notes notes={notes} isValid={isValid} />
        </li>
      ))}
    </ul>
  );
}
