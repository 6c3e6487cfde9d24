import { type ReactNode, useLayoutEffect } from 'react';
import { useFormState } from '#shared/forms/form-context.ts';

type Props = {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  title: string;
  /** Name of the only hidden field. By default, a refusal of any field opens the disclosure. */
  field?: string;
  children: ReactNode;
};

/** Hides its fields until the user opens them, or until the form refuses a field. */
export function Disclosure({ isOpen, onToggle, title, field, children }: Props) {
  const { refused } = useFormState();
  // Runs before the form focuses the refused field, because a hidden field takes no focus.
  useLayoutEffect(() => {
    if (field === undefined ? refused.length > 0 : refused.includes(field)) onToggle(true);
  }, [refused, field, onToggle]);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{title}</summary>
      <div className="mt-3 grid gap-6">{children}</div>
    </details>
  );
}
