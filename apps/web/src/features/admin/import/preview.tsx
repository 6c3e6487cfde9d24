import { useSend } from '#shared/api/queries.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';
import { formatDay } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { Button } from '#shared/ui/button.tsx';
import { Failure } from '#shared/ui/feedback/load-state.tsx';
import { useAllProvinces, useObjects } from '#state/labels.ts';
import { notesText } from './notes-text.ts';

type Choices = Body<'POST /vid/api/admin/imports/:importId/preview'>;
type Value = Answer<'POST /vid/api/admin/imports/:importId/preview'>['rows'][number]['values'][number];

type Props = {
  importId: string;
  choices: Choices;
  disabled: boolean;
};

/** Shows what the first ten rows would add with the chosen columns. */
export function Preview({ importId, choices, disabled }: Props) {
  const t = useT();
  const preview = useSend('POST /vid/api/admin/imports/:importId/preview', { importId });
  const shown = useShownValue();
  return (
    <div className="mt-6 grid gap-3">
      <Failure error={preview.error} />
      <div>
        <Button
          look="secondary"
          isBusy={preview.isPending}
          disabled={disabled}
          onClick={() => preview.mutate(choices)}
          text="admin.import.preview"
        />
      </div>
      {preview.data && (
        <ul aria-label={t('admin.import.preview')} className="divide-y divide-line">
          {preview.data.rows.map(({ row, isValid, values, notes }) => (
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
              {notes.length > 0 && (
                <span className="wrap-anywhere text-muted">{notesText(t, notes, isValid)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * Returns a function that formats a converted value as other pages do: a formatted phone, and names instead of codes.
 */
function useShownValue(): (value: Value) => string {
  const t = useT();
  const objects = useObjects();
  const provinces = useAllProvinces();
  return ({ field, value }) => {
    switch (field) {
      case 'phone':
        return formatPhone(value);
      case 'kind':
        return t(value === 'enterprise' ? 'admin.accounts.kind.enterprise' : 'admin.accounts.kind.personal');
      case 'object':
        return objects.find((object) => object.value === value)?.label ?? value;
      case 'province':
      case 'certificateProvince':
        return provinces.find((province) => province.value === value)?.label ?? value;
      case 'certificateIssuedOn':
      case 'certificateExpiresOn':
        return formatDay(value);
      default:
        return value;
    }
  };
}
