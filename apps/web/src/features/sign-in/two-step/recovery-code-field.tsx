import { TextField } from '#shared/ui/fields/text-field.tsx';

/** The field of a recovery code, without the corrections of a phone keyboard. */
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
