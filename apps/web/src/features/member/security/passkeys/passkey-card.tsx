import { passkeyLimits } from '@vid/contract/limits';
import { type RefObject, useRef, useState } from 'react';
import { supportsPasskeys } from '#session/passkey/supports-passkeys.ts';
import { type Passkey, usePasskeys } from '#session/passkey/use-passkeys.ts';
import { shownFailure } from '#session/reauthenticate.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Alert, Notice } from '#shared/ui/feedback/alert.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { EndOneDialog } from '#features/member/security/end-one-dialog.tsx';
import { PasskeyItem } from './passkey-item.tsx';
import { useAddPasskey, useRemovePasskey } from './passkeys.ts';
import { RenameDialog } from './rename-dialog.tsx';

export function PasskeyCard() {
  const t = useT();
  return (
    <Card title={t('passkey.title')} lead={t('passkey.lead')}>
      <Passkeys />
    </Card>
  );
}

function Passkeys() {
  const t = useT();
  const passkeys = usePasskeys();
  const list = useRef<HTMLUListElement>(null);
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  if (passkeys.data === undefined) return <LoadState query={passkeys} title={t('passkey.loadFailed')} />;
  const count = passkeys.data.length;
  return (
    <>
      {count > 0 && (
        <ul ref={list} tabIndex={-1} className="mb-6 divide-y divide-line">
          {passkeys.data.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              now={passkeys.dataUpdatedAt}
              onRename={() => setRenaming(passkey)}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      )}
      <AddPasskey count={count} />
      <RenameDialog passkey={renaming} onClose={() => setRenaming(null)} />
      <RemoveDialog passkey={removing} onClose={() => setRemoving(null)} list={list} />
    </>
  );
}

function AddPasskey({ count }: { count: number }) {
  const t = useT();
  const add = useAddPasskey();
  if (!supportsPasskeys()) return <Notice>{t('passkey.unsupported')}</Notice>;
  if (count >= passkeyLimits.perAccount)
    return <Notice>{t('passkey.full', { max: passkeyLimits.perAccount })}</Notice>;
  const failure = shownFailure(add.error);
  const button = (
    <Button look="secondary" className="w-full sm:w-auto" isBusy={add.isPending} onClick={() => add.mutate()}>
      {t('passkey.add')}
    </Button>
  );
  return (
    <>
      {count === 0 ? (
        <EmptyState icon="lock" title={t('passkey.empty')} action={button}>
          {t('passkey.empty.text')}
        </EmptyState>
      ) : (
        button
      )}
      <div className={failure && 'mt-4'}>
        <Alert text={failure} />
      </div>
    </>
  );
}

function RemoveDialog({
  passkey,
  onClose,
  list,
}: {
  passkey: Passkey | null;
  onClose: () => void;
  list: RefObject<HTMLElement | null>;
}) {
  const t = useT();
  const remove = useRemovePasskey();
  return (
    <EndOneDialog
      id={passkey?.id ?? null}
      mutation={remove}
      onClose={onClose}
      // Focus the list, because the pressed button was removed with its passkey.
      finalFocus={() => (remove.isSuccess ? list.current : true)}
      title={t('passkey.remove.title', { name: passkey?.name ?? '' })}
      lead={t('passkey.remove.text')}
      action={t('passkey.remove')}
    />
  );
}
