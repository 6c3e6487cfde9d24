import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { failedWith, failureText } from '#shared/api/api-failure.ts';
import { useRead, useRefresh } from '#shared/api/queries.ts';
import { formatDateTime, formatDay, timeZone } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Avatar } from '#shared/ui/display/avatar.tsx';
import { Badge } from '#shared/ui/display/badge.tsx';
import { SubmitButton } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { ListHeader } from '#shared/ui/list/list-header.tsx';
import { ListTable, type Column } from '#shared/ui/list/list-table.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { selectRole, useAuth } from '#state/auth.ts';
import { ApplicationNotFound, useApplication } from '#features/applications/list/application-parts.tsx';
import { AccountPhone, nameOf } from '#shared/ui/display/person.tsx';
import * as v from 'valibot';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { phone as phoneRule } from '#shared/forms/rules.ts';
import { PhoneField } from '#shared/ui/fields/text-field.tsx';
import { commonEvents } from '#state/common.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { areaPaths } from '#navigation/area-paths.ts';
import { ActionButton } from '#session/action-dialog.tsx';
import { loadProfile } from '#session/session.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';

type Managers = Answer<'GET /vid/api/apps/:appId/managers'>;
export type Manager = Managers['managers'][number];
export type Owner = NonNullable<Managers['owner']>;

export function useManagerActions(appId: string) {
  const refresh = useRefresh('apps');
  // Do not await the refresh, because an account that stops managing the application leaves the page first.
  const onSettled = () => void refresh();
  return {
    add: useMutation({
      mutationFn: (phone: string) =>
        api.post('/vid/api/apps/:appId/managers', { params: { appId }, body: { phone } }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (accountId: string) =>
        api.delete('/vid/api/apps/:appId/managers/:accountId', { params: { appId, accountId } }),
      onSettled,
    }),
  };
}

/** The owner, with a null `manager`, or a manager. Only managers can be removed. */
type Row = Owner & { readonly manager: Manager | null };

export function ManagersPage() {
  const t = useT();
  const { appId = '' } = useParams();
  const managers = useRead('GET /vid/api/apps/:appId/managers', { params: { appId } });
  const ownId = useAuth(({ user }) => user?.id);
  const isAdmin = useAuth(selectRole) === 'admin';
  const { data } = managers;
  // `mayChange` only shows or hides buttons; the server checks each change.
  const mayChange = isAdmin || data?.owner?.accountId === ownId;
  const rows: readonly Row[] = [
    ...(data?.owner ? [{ ...data.owner, manager: null }] : []),
    ...(data?.managers ?? []).map((manager) => ({ ...manager, manager })),
  ];
  if (failedWith(managers.error, 'NOT_FOUND')) return <ApplicationNotFound />;
  return (
    <>
      <ListHeader
        title={t('shell.item.appManagers')}
        count={data && rows.length}
        lead={t('apps.managers.lead')}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <ListTable
          query={{ ...managers, data: data && rows }}
          caption={t('shell.item.appManagers')}
          columns={columnsOf({ appId, ownId, mayChange })}
          rowKey={({ accountId }) => accountId}
          failed={t('apps.managers.failed')}
          empty={{ icon: 'users', title: t('apps.managers.none'), lead: t('apps.managers.none.text') }}
        />
        {data &&
          (mayChange ? (
            <AddManagerCard appId={appId} />
          ) : (
            <Notice className="max-w-[42rem]">{t('apps.managers.fixed')}</Notice>
          ))}
      </div>
    </>
  );
}

function columnsOf(actions: Actions): readonly Column<Row>[] {
  return [
    { title: 'apps.people.person', cell: (row) => <Person row={row} ownId={actions.ownId} /> },
    { title: 'common.phone', card: 'plain', cell: ({ phone }) => <AccountPhone phone={phone} /> },
    { title: 'apps.people.created', card: 'named', cell: ({ manager }) => manager && <Added {...manager} /> },
    {
      title: 'list.actions',
      align: 'end',
      cell: ({ manager }) => manager && <RemoveButton manager={manager} {...actions} />,
    },
  ];
}

type Actions = { appId: string; ownId: string | undefined; mayChange: boolean };

function Person({ row, ownId }: { row: Row; ownId: string | undefined }) {
  const t = useT();
  const { accountId, name, avatar, manager } = row;
  return (
    <span className="flex min-w-40 items-center gap-3 lg:gap-2">
      <Avatar src={avatar} name={name} seed={accountId} className="size-10 lg:size-7" />
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <bdi className="font-semibold wrap-anywhere">{name ?? t('account.unnamed')}</bdi>
        {!manager && <Badge tone="brand">{t('list.owner')}</Badge>}
        {accountId === ownId && <Badge tone="accent">{t('apps.managers.you')}</Badge>}
      </span>
    </span>
  );
}

function AddManagerCard({ appId }: { appId: string }) {
  const t = useT();
  const [round, setRound] = useState(0);
  return (
    <Card title={t('apps.managers.add')} lead={t('apps.managers.add.lead')} className="max-w-[42rem]">
      <AddForm key={round} appId={appId} isNext={round > 0} onAdded={() => setRound(round + 1)} />
    </Card>
  );
}

const schema = v.object({ phone: phoneRule() });

function AddForm({ appId, isNext, onAdded }: { appId: string; isNext: boolean; onAdded: () => void }) {
  const t = useT();
  const { add } = useManagerActions(appId);
  const field = useRef<HTMLInputElement>(null);
  // Moves the DOM focus to the field of the next form, because the submitted form is gone.
  useEffect(() => {
    if (isNext && document.activeElement === document.body) field.current?.focus();
  }, [isNext]);
  const form = useForm({
    id: 'add-manager',
    schema,
    async onSubmit(values) {
      try {
        const { outcome } = await add.mutateAsync(values.phone);
        if (outcome === 'already') throw new FieldRefusal('phone', message('apps.managers.already'));
      } catch (error) {
        if (!failedWith(error, 'ACCOUNT_NOT_FOUND')) throw error;
        throw new FieldRefusal('phone', failureText(error), error);
      }
      commonEvents.succeeded('apps.managers.added');
      onAdded();
    },
  });
  return (
    <Form form={form}>
      <PhoneField ref={field} label={t('apps.managers.add.phone')} autoComplete="off" enterKeyHint="done" />
      <SubmitButton isWide={false} className="w-full sm:w-fit" text="apps.addEntry" />
    </Form>
  );
}

/**
 * Removes a manager after the manager's name was typed. To leave, a manager types the name of the application. Renders
 * nothing for a manager whom the user may not remove.
 */
function RemoveButton({ appId, manager, ownId, mayChange }: Actions & { manager: Manager }) {
  const t = useT();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isAdmin = useAuth(selectRole) === 'admin';
  const { data: application } = useApplication(appId);
  const { remove } = useManagerActions(appId);
  const isSelf = manager.accountId === ownId;
  if (!isSelf && !mayChange) return null;
  const who = nameOf({ ...manager, id: manager.accountId });
  const confirm = async () => {
    await remove.mutateAsync(manager.accountId);
    commonEvents.succeeded(isSelf ? 'apps.managers.left' : 'apps.managers.removed');
    if (!isSelf) return;
    // Reload `me`, because the menu lists the applications in `me`.
    void loadProfile();
    if (isAdmin) return;
    // A cached list with one application would redirect back to that application.
    queryClient.removeQueries({ queryKey: ['apps'], exact: true });
    void navigate(areaPaths.apps, { replace: true });
  };
  return (
    <ActionButton
      button={{
        look: 'secondary',
        className: 'sm:self-start lg:min-h-9! lg:px-3! lg:py-1! lg:text-label',
        'aria-label': isSelf ? undefined : t('apps.managers.remove.named', { name: who }),
      }}
      title={isSelf ? t('apps.managers.leave.title') : t('apps.managers.remove.title', { who })}
      text={t(isSelf ? 'apps.managers.leave.text' : 'apps.managers.remove.text')}
      value={isSelf ? (application?.name ?? who) : who}
      action={t(isSelf ? 'apps.managers.leave' : 'apps.managers.remove')}
      isDangerous
      removesOpener
      onConfirm={confirm}
    />
  );
}

function Added({ createdAt, createdBy }: Pick<Manager, 'createdAt' | 'createdBy'>) {
  const t = useT();
  return (
    <span className="flex items-baseline gap-x-3">
      <span className="digits lg:whitespace-nowrap" title={formatDateTime(createdAt)}>
        {formatDay(createdAt, timeZone)}
      </span>
      {createdBy !== null && (
        <bdi className="max-w-64 min-w-0 truncate text-sm text-muted max-xl:hidden">
          {t('apps.people.created.by', { name: createdBy })}
        </bdi>
      )}
    </span>
  );
}
