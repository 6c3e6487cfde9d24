import * as v from 'valibot';
import { ActionDialog } from '#session/action-dialog.tsx';
import { required } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { SelectField } from '#shared/ui/fields/select-field.tsx';
import { useApplication } from '#features/applications/list/application-parts.tsx';
import { useRoles } from '#features/applications/roles/roles.ts';
import { nameOf } from '#shared/ui/display/person.tsx';
import { type Permission, type PermissionChange, useChangePermissions } from './permissions.tsx';

export type Question = {
  readonly kind: PermissionChange['kind'];
  readonly people: readonly Permission[];
  /**
   * True if the bar of selected rows opened the dialog. The bar disappears after the change, so it cannot take the
   * focus back.
   */
  readonly isBulk?: boolean;
};

type Props = {
  appId: string;
  question: Question | null;
  onClose: () => void;
  /** Called after the change, without waiting for the page to load again. */
  onDone?: (kind: Question['kind']) => void;
};

export function ChangeDialog({ appId, question, onClose, onDone }: Props) {
  const t = useT();
  const change = useChangePermissions(appId);
  const removal = useRemovalText(appId);
  const { kind = 'lock', people = [], isBulk = false } = question ?? {};
  const count = people.length;
  const [only] = people;
  const who = count === 1 && only ? nameOf(only) : t('apps.people', { count });
  const send = async ({ role }: v.InferOutput<typeof rules>) => {
    const ids = people.map(({ id }) => id);
    await change.mutateAsync(kind === 'set-role' ? { kind, role, ids } : { kind, ids });
    onDone?.(kind);
  };
  return (
    <ActionDialog
      isOpen={question !== null}
      onClose={onClose}
      title={t(`apps.people.${kind}.title`, { who })}
      text={kind === 'remove' ? removal(people) : t(`apps.people.${kind}.text`, { count })}
      action={t(`apps.people.${kind}`)}
      isDangerous={isDangerous(kind)}
      value={kind === 'remove' ? (count === 1 ? who : String(count)) : undefined}
      removesOpener={kind === 'remove' || isBulk}
      rules={changeRules(kind)}
      onConfirm={send}
      done={`apps.people.${kind}.done`}
    >
      {kind === 'set-role' && <RoleField appId={appId} people={people} />}
    </ActionDialog>
  );
}

const rules = v.object({ role: required() });
const noRules = v.object({ role: v.fallback(v.string(), '') });

export const changeRules = (kind: Question['kind']) => (kind === 'set-role' ? rules : noRules);

export const isDangerous = (kind: Question['kind']): boolean => kind === 'lock' || kind === 'remove';

function useRemovalText(appId: string) {
  const t = useT();
  const { data: application } = useApplication(appId);
  return (people: readonly Permission[]) => {
    const count = people.length;
    const locked = people.filter(({ status }) => status === 'locked').length;
    if (application?.access !== 'open') return t('apps.people.remove.restricted', { count });
    if (count === 1 && locked === 1) return t('apps.people.remove.locked.only');
    const text = t('apps.people.remove.open', { count });
    return locked === 0 ? text : `${text} ${t('apps.people.remove.locked', { count: locked })}`;
  };
}

export function RoleField({ appId, people }: { appId: string; people: readonly Permission[] }) {
  const t = useT();
  const roles = useRoles(appId);
  const [first] = people;
  const isShared = people.every(({ role }) => role === first?.role);
  if (!roles.data) return <LoadState query={roles} />;
  return (
    <SelectField
      name="role"
      label={t('apps.people.role')}
      options={roles.data.map(({ code, name }) => ({ value: code, label: name }))}
      defaultValue={isShared ? first?.role : ''}
    />
  );
}
