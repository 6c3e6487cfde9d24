import * as v from 'valibot';
import { message } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';

const maxReason = 500;

export const reasonRule = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(message('admin.reason.required')),
  v.maxLength(maxReason),
);

export function ReasonField({ hint }: { hint?: string | undefined }) {
  const t = useT();
  return <TextAreaField name="reason" label={t('admin.reason')} hint={hint} rows={3} maxLength={maxReason} />;
}
