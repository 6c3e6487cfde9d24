import { formatDay } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone/phone.ts';
import { useAllProvinces, useObjects } from '#state/labels.ts';
import type { ImportRow } from './imports.ts';

type Note = ImportRow['notes'][number];

export function Notes({ notes, isValid }: { notes: readonly Note[]; isValid: boolean }) {
  const t = useT();
  const shownValue = useShownValue();
  if (notes.length === 0) return null;
  const newValue = ({ field, from, to }: Note) => {
    if (to === null) return isValid ? t('admin.import.report.leftOut') : null;
    return to === from ? null : <bdi className="font-semibold">{shownValue({ field, value: to })}</bdi>;
  };
  return (
    <ul className="grid gap-2 text-label wrap-anywhere">
      {notes.map((noted) => {
        const { field, note, column } = noted;
        const from = noted.from === '' ? null : noted.from;
        const to = newValue(noted);
        return (
          <li key={`${field} ${note} ${column ?? ''}`}>
            <p className="text-muted">
              {`${t(`admin.import.field.${field}`)}${column === null ? '' : ` (${column})`}: ${t(`admin.import.note.${note}`)}`}
            </p>
            {(from !== null || to !== null) && (
              <p>
                {from !== null && <bdi className="font-semibold">{from}</bdi>}
                {from !== null && to !== null && ' → '}
                {to}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

export function useShownValue(): (value: Pick<Note, 'field'> & { readonly value: string }) => string {
  const t = useT();
  const objects = useObjects();
  const provinces = useAllProvinces();
  return ({ field, value }) => {
    switch (field) {
      case 'phone':
        return shownPhone(value);
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

/** Formats a phone. An invalid row contains its original text, which may not be a phone number. */
export const shownPhone = (phone: string) => (phone.startsWith('+') ? formatPhone(phone) : phone);
