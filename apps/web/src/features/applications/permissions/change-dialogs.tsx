import { type ComponentProps, useRef, useState } from 'react';
import * as v from 'valibot';
import { shownFailure } from '#session/reauthenticate.ts';
import { Form } from '#shared/forms/form.tsx';
import { required } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, SubmitButton } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { SelectField } from '#shared/ui/fields/select-field.tsx';
import { ConfirmDialog } from '#shared/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { commonEvents } from '#state/common.ts';
import { useApplication } from '#features/applications/list/applications.ts';
import { useRoles } from '#features/applications/roles/roles.ts';
import { type Permission, type PermissionChange, useChangePermissions } from './permissions.ts';
import { nameOf } from './person-cells.tsx';

export type Question = {
  readonly kind: PermissionChange['kind'];
  readonly people: readonly Permission[];
  /** Whether the bar of selected rows opened the dialog. The bar disappears after the change. */
  readonly isBulk?: boolean;
};

type Props = {
  appId: string;
  question: Question | null;
  onClose: () => void;
  /** Called after the change, before the page loads again. */
  onDone?: (kind: Question['kind']) => void;
};

/** The dialogs that confirm a change of people. Each says how many people it affects. */
export function ChangeDialogs({ appId, question, onClose, onDone }: Props) {
  const t = useT();
  const change = useChangePermissions(appId);
  // Keeps the texts of a dialog that is closing.
  const [last, setLast] = useState(question);
  if (question && question !== last) setLast(question);
  const people = last?.people ?? [];
  const count = people.length;
  const [only] = people;
  const who = count === 1 && only ? nameOf(only) : t('apps.people', { count });
  const isOpenerGone = useRef(false);
  const finalFocus = () => !isOpenerGone.current || document.querySelector('h1');
  const close = () => {
    change.reset();
    onClose();
  };
  const send = async (input: PermissionChange) => {
    await change.mutateAsync({ ...input, ids: people.map(({ id }) => id) });
    isOpenerGone.current = input.kind === 'remove' || last?.isBulk === true;
    commonEvents.succeeded(`apps.people.${input.kind}.done`);
    close();
    onDone?.(input.kind);
  };
  // The dialog shows the failure.
  const confirm = (kind: 'lock' | 'unlock' | 'remove') => () => void send({ kind }).catch(() => {});
  const failure = <Alert text={shownFailure(change.error)} />;
  return (
    <>
      <Dialog
        isOpen={question?.kind === 'set-role'}
        onClose={close}
        finalFocus={finalFocus}
        title={t('apps.people.set-role.title', { who })}
        lead={t('apps.people.set-role.text', { count })}
      >
        <RoleForm appId={appId} people={people} onCancel={close} onSend={send} />
      </Dialog>
      <Dialog
        isOpen={question?.kind === 'lock'}
        onClose={close}
        finalFocus={finalFocus}
        title={t('apps.people.lock.title', { who })}
        lead={t('apps.people.lock.text', { count })}
        actions={
          <>
            <Button look="secondary" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button look="danger" isBusy={change.isPending} onClick={confirm('lock')}>
              {t('apps.people.lock')}
            </Button>
          </>
        }
      >
        {failure}
      </Dialog>
      <Dialog
        isOpen={question?.kind === 'unlock'}
        onClose={close}
        finalFocus={finalFocus}
        title={t('apps.people.unlock.title', { who })}
        lead={t('apps.people.unlock.text', { count })}
        actions={
          <>
            <Button look="secondary" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button isBusy={change.isPending} onClick={confirm('unlock')}>
              {t('apps.people.unlock')}
            </Button>
          </>
        }
      >
        {failure}
      </Dialog>
      <RemoveDialog
        appId={appId}
        isOpen={question?.kind === 'remove'}
        people={people}
        finalFocus={finalFocus}
        who={who}
        isBusy={change.isPending}
        onClose={close}
        onConfirm={confirm('remove')}
      >
        {failure}
      </RemoveDialog>
    </>
  );
}

/** Explains the effect of the removal, which depends on whether the application is open. */
function RemoveDialog({
  appId,
  people,
  who,
  children,
  ...dialog
}: {
  appId: string;
  people: readonly Permission[];
  who: string;
} & Omit<ComponentProps<typeof ConfirmDialog>, 'title' | 'text' | 'value' | 'action'>) {
  const t = useT();
  const { data: application } = useApplication(appId);
  const isForAll = application?.access === 'open';
  const count = people.length;
  const locked = people.filter(({ status }) => status === 'locked').length;
  const textForAll = () => {
    if (count === 1 && locked === 1) return t('apps.people.remove.locked.only');
    const text = t('apps.people.remove.open', { count });
    return locked === 0 ? text : `${text} ${t('apps.people.remove.locked', { count: locked })}`;
  };
  return (
    <ConfirmDialog
      title={t('apps.people.remove.title', { who })}
      text={isForAll ? textForAll() : t('apps.people.remove.restricted', { count })}
      value={who}
      action={t('apps.people.remove')}
      {...dialog}
    >
      {children}
    </ConfirmDialog>
  );
}

const schema = v.object({ role: required() });

function RoleForm({
  appId,
  people,
  onCancel,
  onSend,
}: {
  appId: string;
  people: readonly Permission[];
  onCancel: () => void;
  onSend: (change: PermissionChange) => Promise<void>;
}) {
  const t = useT();
  const roles = useRoles(appId);
  const form = useForm({
    id: 'set-role',
    schema,
    onSubmit: ({ role }) => onSend({ kind: 'set-role', role }),
  });
  const [first] = people;
  const isShared = people.every(({ role }) => role === first?.role);
  if (!roles.data) return <LoadState query={roles} title={t('apps.roles.failed')} />;
  return (
    <Form form={form}>
      <SelectField
        name="role"
        label={t('apps.people.role')}
        options={roles.data.map(({ code, name }) => ({ value: code, label: name }))}
        defaultValue={isShared ? first?.role : ''}
      />
      <div className="flex flex-col-reverse gap-3 md:flex-row md:justify-end">
        <Button look="secondary" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <SubmitButton isWide={false}>{t('apps.people.set-role')}</SubmitButton>
      </div>
    </Form>
  );
}
