import { passkeyLimits } from '@vid/contract/limits';
import { useEffect } from 'react';
import * as v from 'valibot';
import { ActionButton } from '#session/action-dialog.tsx';
import { PasskeysElsewhere } from '#session/passkey/passkeys-elsewhere.tsx';
import { isMadeHere, sendSignals, supportsPasskeys } from '#session/passkey/this-browser.ts';
import { api } from '#shared/api/api.ts';
import { useChange, useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { ignoring, whenDone } from '#shared/api/when-done.ts';
import { nameRule } from '#shared/forms/name-rule.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { inAppBrowser } from '#shared/lib/browser/in-app-browser.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { EmptyState, Failure } from '#shared/ui/feedback/load-state.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { BoneRows } from '#shared/ui/feedback/skeleton.tsx';
import { QueryCard } from '#shared/ui/page/page.tsx';
import { commonEvents } from '#state/common.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { Time } from '#shared/ui/display/values.tsx';
import { RowIcon } from '#features/member/overview.tsx';
import { UnlessHeld } from '#features/member/hold-notice.tsx';
import { Ago, Fact } from '#features/member/security/fact.tsx';

export type Passkey = Answer<'GET /vid/api/passkeys'>[number];

export function PasskeyCard() {
  const t = useT();
  const passkeys = useRead('GET /vid/api/passkeys', {});
  // Tells the browser's password manager which passkeys the account has.
  useEffect(() => {
    if (passkeys.data) sendSignals();
  }, [passkeys.data]);
  return (
    <QueryCard
      query={passkeys}
      failed={t('passkey.loadFailed')}
      skeleton={<BoneRows count={2} mark="size-10" className="py-4" />}
    >
      {(data) => (
        <>
          {data.length > 0 && (
            <ul className="mb-6 divide-y divide-line">
              {data.map((passkey) => (
                <PasskeyItem key={passkey.id} passkey={passkey} now={passkeys.dataUpdatedAt} />
              ))}
            </ul>
          )}
          <UnlessHeld change="passkey">
            <AddPasskey count={data.length} />
          </UnlessHeld>
        </>
      )}
    </QueryCard>
  );
}

const usePasskeyChange = <Input, Output>(send: (input: Input) => Promise<Output>) =>
  useChange(send, 'passkeys', 'users/history');

function AddPasskey({ count }: { count: number }) {
  const t = useT();
  const add = usePasskeyChange(async (_none: void) => {
    const { addPasskey, getCreationOptions } = await import('#session/passkey/add-passkey.ts');
    return addPasskey(getCreationOptions);
  });
  if (inAppBrowser() !== null) return <PasskeysElsewhere />;
  if (!supportsPasskeys()) return <Notice>{t('passkey.unsupported')}</Notice>;
  if (count >= passkeyLimits.perAccount)
    return <Notice>{t('passkey.full', { max: passkeyLimits.perAccount })}</Notice>;
  const button = (
    <Button
      look={count === 0 ? 'primary' : 'secondary'}
      className="w-full sm:w-auto"
      isBusy={add.isPending}
      onClick={() => whenDone(add.mutateAsync(), () => commonEvents.succeeded('passkey.added'))}
      text="passkey.add"
    />
  );
  return (
    <div className={cx('grid grid-cols-[minmax(0,1fr)] gap-4', count > 0 && 'justify-items-start')}>
      {count === 0 ? (
        <EmptyState
          icon={<RowIcon name="key" className="size-7" />}
          title={t('passkey.offer.title')}
          action={button}
          lead={t('passkey.empty.text')}
        />
      ) : (
        button
      )}
      <Failure error={add.error} />
    </div>
  );
}

const rules = v.object({ name: nameRule() });

/** Removes a passkey. Succeeds if the passkey has already been removed. */
const removePasskey = (passkeyId: string) =>
  api.delete('/vid/api/passkeys/:passkeyId', { params: { passkeyId } }).catch(ignoring('PASSKEY_NOT_FOUND'));

const button = { look: 'secondary', className: 'flex-1 sm:flex-none' } as const;

function PasskeyItem({ passkey, now }: { passkey: Passkey; now: number }) {
  const t = useT();
  const rename = usePasskeyChange((body: { name: string }) =>
    api.patch('/vid/api/passkeys/:passkeyId', { params: { passkeyId: passkey.id }, body }),
  );
  const remove = usePasskeyChange(removePasskey);
  const { id, name, provider, isSynced, createdAt, lastUsedAt, heldUntil } = passkey;
  return (
    <li className="flex flex-wrap items-start gap-x-2 gap-y-3 py-4 first:pt-0 last:pb-0">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-soft text-brand">
        <RowIcon name="key" />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">
          <bdi>{name}</bdi>
        </p>
        {isMadeHere(id) && <p className="mt-1 text-sm text-success">{t('passkey.here')}</p>}
        {provider !== null && provider !== name && <p className="mt-1 text-sm text-muted">{provider}</p>}
        {isSynced && <p className="mt-1 text-sm text-muted">{t('passkey.synced')}</p>}
        {lastUsedAt === null && <p className="mt-1 text-sm text-muted">{t('passkey.neverUsed')}</p>}
        <dl className="mt-1 flex flex-col gap-1 text-sm text-muted">
          {lastUsedAt !== null && (
            <Fact label={t('account.security.consent.last')}>
              <Ago at={lastUsedAt} now={now} />
            </Fact>
          )}
          <Fact label={t('passkey.created')}>
            <Time at={createdAt} />
          </Fact>
        </dl>
        {heldUntil !== null && (
          <p className="mt-1 text-sm text-muted">
            {t('passkey.heldUntil', { time: formatDateTime(heldUntil) })}
          </p>
        )}
      </div>
      <div className="flex w-full gap-3 sm:w-auto">
        <ActionButton
          button={{ ...button, text: 'passkey.rename', 'aria-label': t('passkey.renameNamed', { name }) }}
          title={t('passkey.rename.title')}
          action={t('passkey.name.save')}
          rules={rules}
          onConfirm={rename.mutateAsync}
          done="passkey.renamed"
        >
          <TextField
            name="name"
            label={t('passkey.name')}
            hint={t('passkey.name.hint')}
            defaultValue={name}
            autoComplete="off"
            enterKeyHint="done"
          />
        </ActionButton>
        <ActionButton
          button={{ ...button, 'aria-label': t('passkey.removeNamed', { name }) }}
          title={t('passkey.remove.title', { name })}
          text={t('passkey.remove.text')}
          action={t('passkey.remove')}
          isDangerous
          removesOpener
          onConfirm={() => remove.mutateAsync(id)}
          done="passkey.removed"
        />
      </div>
    </li>
  );
}
