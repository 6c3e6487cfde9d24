import { type ComponentProps, useState } from 'react';
import * as v from 'valibot';
import { ActionDialog } from '#session/action-dialog.tsx';
import { message } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
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

/**
 * Shows a button that asks for a reason before a change. The button's text is the action, unless `button` has a text.
 */
export function ReasonButton({
  button,
  onConfirm,
  done,
  ...question
}: ReasonQuestion & { button?: ComponentProps<typeof Button> } & Pick<
    ComponentProps<typeof ReasonDialog>,
    'onConfirm' | 'done'
  >) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsAsking(true)}>
        {button?.children ?? question.action}
      </Button>
      <ReasonDialog
        question={isAsking ? question : null}
        onClose={() => setIsAsking(false)}
        onConfirm={onConfirm}
        done={done}
      />
    </>
  );
}
