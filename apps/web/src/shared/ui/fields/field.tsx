import type { ReactNode } from 'react';
import { useField } from '#shared/forms/form-context.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Icon } from '#shared/ui/display/icons.tsx';

export type FieldProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  /** Adds "(optional)" to the label. Fields are required by default. */
  isOptional?: boolean | undefined;
  className?: string | undefined;
};

export type ControlProps = {
  id: string;
  name: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

/**
 * Returns the properties that tie a control to its label, hint and error. The ids are identical in the
 * prerendered HTML.
 */
export function useControl({ name, label, hint }: Pick<FieldProps, 'name' | 'label' | 'hint'>) {
  const { id, hintId, errorId, error } = useField(name, label);
  const describedBy = cx(error !== undefined && errorId, hint !== undefined && hintId);
  const control: ControlProps = {
    id,
    name,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': describedBy || undefined,
  };
  return { control, hintId, errorId, error };
}

export const labelClass = 'block text-label font-semibold';

export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p id={id} className="mt-2 flex items-start gap-2 text-sm text-danger">
      <Icon name="alert" className="mt-0.5 size-4" />
      <span className="min-w-0">{text}</span>
    </p>
  );
}

export function Field({
  label,
  hint,
  isOptional,
  className,
  ids,
  children,
}: Omit<FieldProps, 'name'> & { ids: ReturnType<typeof useControl>; children: ReactNode }) {
  const t = useT();
  return (
    <div className={className}>
      <label htmlFor={ids.control.id} className={cx(labelClass, 'mb-2')}>
        {label}
        {isOptional && <span className="font-normal text-muted"> ({t('common.optional')})</span>}
      </label>
      {children}
      {hint !== undefined && (
        <p id={ids.hintId} className="mt-2 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={ids.errorId} text={ids.error} />
    </div>
  );
}
