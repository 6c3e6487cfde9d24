import type { Translate } from '#shared/i18n/message-types.ts';
import type { ImportRow } from './imports.ts';

/** Describes what was changed or left out in a row, with the columns and the old and new values. */
export function notesText(t: Translate, notes: ImportRow['notes'], isValid: boolean): string {
  return notes
    .map(({ field, note, column, from, to }) => {
      const where = column === null ? '' : ` (${column})`;
      const isLeftOut = to === null && isValid && note !== 'leftOut';
      const left = isLeftOut ? `, ${t('admin.import.report.leftOut')}` : '';
      const values = from ? ` “${from}”${to === null || to === from ? '' : ` → “${to}”`}` : '';
      return `${t(`admin.import.field.${field}`)}${where}: ${t(`admin.import.note.${note}`)}${left}${values}`;
    })
    .join('. ');
}
