import { TextField } from '#shared/ui/fields/text-field.tsx';

/** The field for a recovery code. Turns off the autocorrection of phone keyboards. */
export function RecoveryCodeField({ label, hint }: { label: string; hint: string }) {
  return (
    <TextField
      name="recoveryCode"
      label={label}
      hint={hint}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
      maxLength={64}
      dir="ltr"
    />
  );
}
