import { getLanguageTag } from './i18n.ts';

/** Times are shown in the association's own time zone, wherever the reader's machine is set to. */
const timeZone = 'Asia/Ho_Chi_Minh';

/** Vietnamese writes dates in figures ("09:28 21/11/2026"); the medium style's "21 thg 11, 2026" is nobody's way. */
const inFigures: Intl.DateTimeFormatOptions = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
};
const medium: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

export function formatDateTime(value: string | number | Date): string {
  const tag = getLanguageTag();
  const style = tag.startsWith('vi') ? inFigures : medium;
  return new Intl.DateTimeFormat(tag, { ...style, timeZone }).format(new Date(value));
}
