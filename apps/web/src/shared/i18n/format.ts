import { getLanguageTag } from './i18n.ts';

/** Times are shown in the association's own time zone, wherever the reader's machine is set to. */
const timeZone = 'Asia/Ho_Chi_Minh';

export function formatDateTime(value: string | number | Date): string {
  return new Intl.DateTimeFormat(getLanguageTag(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(value));
}
