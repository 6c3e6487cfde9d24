import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { FieldError, useControl } from '#shared/ui/fields/field.tsx';

export function ConfirmationField({ value }: { value: string }) {
  const t = useT();
  const label = t('shell.confirmType', { value });
  const { control, errorId, error } = useControl({ name: 'confirmation', label, hint: undefined });
  return (
    <div>
      <label htmlFor={control.id} className="mb-2 block text-label">
        <Rich text={label} parts={{ value: <strong className="font-semibold select-all" /> }} />
      </label>
      <input className="control" autoComplete="off" autoCapitalize="none" spellCheck={false} {...control} />
      <FieldError id={errorId} text={error} />
    </div>
  );
}
