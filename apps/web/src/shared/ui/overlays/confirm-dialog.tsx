import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { foldText } from '#shared/lib/fold-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { FieldError } from '#shared/ui/fields/field.tsx';

/** Confirms an irreversible action. The user must type a value, which prevents confirming out of habit. */
export function ConfirmDialog({
  isOpen,
  onClose,
  onConfirm,
  title,
  text,
  value,
  prompt = 'shell.confirmType',
  action,
  isBusy = false,
  finalFocus,
  children,
}: {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  text: string;
  /** The value to type, such as a name or a code. Case, diacritics and extra spaces are ignored. */
  value: string;
  prompt?: 'shell.confirmType' | 'shell.confirmType.phone';
  action: string;
  isBusy?: boolean;
  finalFocus?: DialogProps['finalFocus'];
  children?: ReactNode;
}) {
  const t = useT();
  const id = useId();
  const [isWrong, setIsWrong] = useState(false);
  const close = () => {
    setIsWrong(false);
    onClose();
  };
  const submit = (submitted: SubmitEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    if (isBusy) return;
    const typed = new FormData(submitted.currentTarget).get('confirmation');
    if (typeof typed === 'string' && foldText(typed) === foldText(value)) {
      setIsWrong(false);
      onConfirm();
      return;
    }
    setIsWrong(true);
    submitted.currentTarget.querySelector('input')?.focus();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title} lead={text} finalFocus={finalFocus}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-6">
        {children}
        <div>
          <label htmlFor={id} className="mb-2 block text-label">
            <Rich
              text={t(prompt, { value })}
              parts={{ value: <strong className="font-semibold select-all" /> }}
            />
          </label>
          <input
            id={id}
            name="confirmation"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="control"
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${id}-error` : undefined}
            onInput={() => setIsWrong(false)}
          />
          <FieldError id={`${id}-error`} text={isWrong ? t('shell.confirmType.mismatch') : undefined} />
        </div>
        <div className="flex flex-col-reverse gap-3 md:flex-row md:justify-end">
          <Button look="secondary" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" look="danger" isBusy={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
