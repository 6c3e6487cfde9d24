import {
  accountScopes,
  applicationScopes,
  type ManagementScope,
  managementScopes,
} from '@vid/contract/management-scopes';
import { useState } from 'react';
import { api } from '#shared/api/api.ts';
import { useChange } from '#shared/api/queries.ts';
import { whenDone } from '#shared/api/when-done.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { selectRole, useAuth } from '#state/auth.ts';
import { Saved } from '#shared/forms/save-row.tsx';
import type { ClientDetail } from './clients.ts';
import { Failure } from '#shared/ui/feedback/load-state.tsx';

/**
 * Grants a machine client scopes of the management API. A manager grants the scopes for the application itself. Only an
 * administrator grants the scopes for the association's accounts; a manager sees which of these are granted.
 */
export function ManagementCard({ appId, client }: { appId: string; client: ClientDetail }) {
  const t = useT();
  const isAdmin = useAuth(selectRole) === 'admin';
  const params = { appId, clientId: client.id };
  const set = useChange(
    (scopes: ManagementScope[]) =>
      isAdmin
        ? api.put('/vid/api/admin/applications/:appId/clients/:clientId/management-scopes', {
            params,
            body: { scopes },
          })
        : api.put('/vid/api/apps/:appId/clients/:clientId/management-scopes', {
            params,
            body: { scopes: applicationScopes.filter((scope) => scopes.includes(scope)) },
          }),
    `apps/${appId}/clients`,
  );
  /**
   * Scopes whose checkbox differs from the granted scopes. Only the differences are stored, so that a change by another
   * user is kept.
   */
  const [toggled, setToggled] = useState<readonly ManagementScope[]>([]);
  const chosen = managementScopes.filter(
    (scope) => client.managementScopes.includes(scope) !== toggled.includes(scope),
  );
  const isShown = isAdmin || accountScopes.some((scope) => client.managementScopes.includes(scope));
  const toggle = (scope: ManagementScope) =>
    setToggled(toggled.includes(scope) ? toggled.filter((one) => one !== scope) : [...toggled, scope]);
  const box = (scope: ManagementScope) => (
    <Checkbox
      key={scope}
      name={scope}
      label={
        <>
          {t(`apps.clients.management.${scope}`)} <code className="text-sm text-muted">{scope}</code>
        </>
      }
      plainLabel={t(`apps.clients.management.${scope}`)}
      checked={chosen.includes(scope)}
      onChange={() => toggle(scope)}
    />
  );
  return (
    <Card title={t('apps.clients.management')} lead={t('apps.clients.management.lead')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Failure error={set.error} />
        <fieldset>
          <legend className="mb-1 text-label font-semibold">
            {t('apps.clients.management.application')}
          </legend>
          {applicationScopes.map(box)}
        </fieldset>
        {isShown && (
          <fieldset disabled={!isAdmin}>
            <legend className="mb-1 text-label font-semibold">{t('apps.clients.management.accounts')}</legend>
            <p className="mb-2 text-sm text-muted">
              {t(
                isAdmin ? 'apps.clients.management.accounts.hint' : 'apps.clients.management.accounts.fixed',
              )}
            </p>
            {accountScopes.map(box)}
          </fieldset>
        )}
        <div className="flex flex-wrap items-center gap-4">
          <Button
            look="secondary"
            className="w-full sm:w-fit"
            isBusy={set.isPending}
            disabled={toggled.length === 0}
            onClick={() => whenDone(set.mutateAsync(chosen), () => setToggled([]))}
            text="apps.clients.management.save"
          />
          <Saved text={set.isSuccess && toggled.length === 0 && 'apps.clients.management.saved'} />
        </div>
      </div>
    </Card>
  );
}
