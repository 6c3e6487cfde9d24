import type { ComponentProps } from 'react';
import * as v from 'valibot';
import { ActionButton, ActionDialog } from '#session/action-dialog.tsx';
import { message } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';

const maxReason = 500;

/** Validates the text of `ReasonField`. */
export const reasonRule = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(message('admin.reason.required')),
  v.maxLength(maxReason),
);
const rules = v.object({ reason: reasonRule });

export function ReasonField({ hint }: { hint?: string | undefined }) {
  const t = useT();
  return <TextAreaField name="reason" label={t('admin.reason')} hint={hint} rows={3} maxLength={maxReason} />;
}

type ReasonQuestion = Pick<
  ComponentProps<typeof ActionDialog>,
  'title' | 'text' | 'action' | 'isDangerous' | 'value'
> & {
  /** Explains who reads the reason. By default only the audit log stores it. */
  readonly hint?: string;
};

type Props = {
  /** The question to ask; null closes the dialog. */
  question: ReasonQuestion | null;
  onConfirm: (reason: string) => Promise<unknown>;
} & Pick<ComponentProps<typeof ActionDialog>, 'onClose' | 'done'>;

/** Asks for a reason before a change, because the audit log stores it. */
export function ReasonDialog({ question, onConfirm, ...dialog }: Props) {
  const t = useT();
  const { hint = t('admin.reason.hint'), ...texts } = question ?? { title: '', action: '' };
  return (
    <ActionDialog
      isOpen={question !== null}
      {...texts}
      {...dialog}
      rules={rules}
      onConfirm={({ reason }) => onConfirm(reason)}
    >
      <ReasonField hint={hint} />
    </ActionDialog>
  );
}

export function ReasonButton({
  hint,
  onConfirm,
  ...action
}: Omit<ComponentProps<typeof ActionButton>, 'rules' | 'onConfirm' | 'children'> &
  Pick<ReasonQuestion, 'hint'> &
  Pick<Props, 'onConfirm'>) {
  const t = useT();
  return (
    <ActionButton {...action} rules={rules} onConfirm={({ reason }) => onConfirm(reason)}>
      <ReasonField hint={hint ?? t('admin.reason.hint')} />
    </ActionButton>
  );
}
