import { useSend } from '#shared/api/queries.ts';
import { useState } from 'react';
import { linksOf, menuOf, type ShownMenuItem } from '#navigation/menu/menu.ts';
import { whenDone } from '#shared/api/when-done.ts';
import { Saved } from '#shared/forms/save-row.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { userAppOf } from '#state/user-app.ts';
import type { AccountDetail } from './accounts.tsx';
import { Failure } from '#shared/ui/feedback/load-state.tsx';

export function MenuCard({ account }: { account: AccountDetail }) {
  const t = useT();
  const params = { accountId: account.id };
  const hide = useSend('PUT /vid/api/admin/accounts/:accountId/hidden-nav-ids', params, 'admin/accounts');
  /** The administrator's unsaved choice; null while the card shows the stored menu. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const hidden = chosen ?? account.hiddenNavIds;
  const { role, managableApplications, unavailableNavIds } = account;
  const menuWithout = (ids: readonly string[]) => {
    const exclusiveNavIds = [...unavailableNavIds, ...ids];
    return menuOf({
      role,
      userApp: userAppOf({ managableApplications, exclusiveNavIds }, null),
      pathname: '',
    });
  };
  const isChanged = hidden.toSorted().join(' ') !== account.hiddenNavIds.toSorted().join(' ');
  const toggle = (id: string) =>
    setChosen(hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]);
  return (
    <Card title={t('admin.account.menu')} lead={t('admin.account.menu.lead')}>
      <Failure error={hide.error} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-2">
        <fieldset disabled={account.isOwn}>
          <legend className="mb-2 text-label font-semibold">{t('admin.account.menu.shown')}</legend>
          {menuWithout([]).map(({ id: groupId, messageId: groupText, name, children }) => (
            <fieldset key={groupId} className="mt-3 first-of-type:mt-0">
              <legend className="text-sm text-muted">{name ?? t(groupText)}</legend>
              {linksOf(children).map(({ id, messageId }) => (
                <Checkbox
                  key={id}
                  name={`nav-${id}`}
                  label={t(messageId)}
                  checked={!hidden.includes(id)}
                  onChange={() => toggle(id)}
                />
              ))}
            </fieldset>
          ))}
        </fieldset>
        <div className="min-w-0">
          <h3 className="mb-2 text-label font-semibold">{t('admin.params.preview')}</h3>
          <div className="rounded-control border border-line bg-bg p-4">
            <Preview items={menuWithout(hidden)} />
          </div>
        </div>
      </div>
      {!account.isOwn && (
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <Button
            look="secondary"
            isBusy={hide.isPending}
            disabled={!isChanged}
            onClick={() =>
              whenDone(hide.mutateAsync({ hiddenNavIds: [...hidden] }), () =>
                // Keep a choice made during the save, because the request did not contain it.
                setChosen((current) => (current === chosen ? null : current)),
              )
            }
            text="admin.account.menu.save"
          />
          <Saved text={hide.isSuccess && chosen === null && 'admin.account.menu.saved'} />
        </div>
      )}
    </Card>
  );
}

/** Shows the menu as text, because links would leave the page. */
function Preview({ items }: { items: readonly ShownMenuItem[] }) {
  const t = useT();
  if (items.length === 0) return <p className="text-muted">{t('admin.account.menu.empty')}</p>;
  return (
    <ul className="grid gap-2">
      {items.map(({ id, messageId, name, children }) => (
        <li key={id}>
          <span className={children.length > 0 ? 'text-sm text-muted' : 'text-label'}>
            {name ?? t(messageId)}
          </span>
          {children.length > 0 && (
            <div className="mt-2 ps-3">
              <Preview items={children} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
