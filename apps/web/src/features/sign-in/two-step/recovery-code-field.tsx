import type { ComponentProps } from 'react';
import { TextField } from '#shared/ui/fields/text-field.tsx';

export function RecoveryCodeField(
  props: Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'enterKeyHint'>,
) {
  return (
    <TextField
      name="recoveryCode"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={64}
      dir="ltr"
      {...props}
    />
  );
}
