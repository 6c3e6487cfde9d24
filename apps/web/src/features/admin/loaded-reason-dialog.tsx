import type { ComponentProps } from 'react';
import * as v from 'valibot';
import { LoadedActionDialog } from '#session/loaded-action-dialog.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { ReasonField, reasonRule } from './reason-field.tsx';

const rules = v.object({ reason: reasonRule });

type Props = Omit<ComponentProps<typeof LoadedActionDialog>, 'rules' | 'children' | 'onConfirm'> & {
  /** Hint that names the readers of the reason. The default names the audit log and the account's copy of its data. */
  hint?: string | undefined;
  onConfirm: (reason: string) => Promise<unknown>;
};

export function LoadedReasonDialog({ hint, onConfirm, ...dialog }: Props) {
  const t = useT();
  return (
    <LoadedActionDialog
      {...dialog}
      rules={rules}
      onConfirm={(values) => onConfirm(v.parse(rules, values).reason)}
    >
      <ReasonField hint={hint ?? t('admin.reason.hint')} />
    </LoadedActionDialog>
  );
}
