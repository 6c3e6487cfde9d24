import { useRead } from '#shared/api/queries.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';

export type CurrentVersion = Answer<'GET /vid/api/admin/legal'>['terms'];
export type PublishedVersion = Answer<'GET /vid/api/admin/legal/:document/history'>['items'][number];

export function useCurrentLegal() {
  return useRead('GET /vid/api/admin/legal', {});
}

export const currentText = ({ version, publishedAt }: CurrentVersion, t: Translate): string =>
  t('admin.legal.current', { version, time: formatDateTime(publishedAt) });

export type Publication = Body<'POST /vid/api/admin/legal/:document'>;
