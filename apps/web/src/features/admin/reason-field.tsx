import { useT } from '#shared/i18n/use-t.ts';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { maxReason } from './reason-dialog.tsx';

export function ReasonField({ hint }: { hint?: string | undefined }) {
  const t = useT();
  return <TextAreaField name="reason" label={t('admin.reason')} hint={hint} rows={3} maxLength={maxReason} />;
}
