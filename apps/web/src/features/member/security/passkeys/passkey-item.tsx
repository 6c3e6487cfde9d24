import type { ReactNode } from 'react';
import type { Passkey } from '#session/passkey/use-passkeys.ts';
import { isMadeHere } from '#session/passkey/made-here.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { getLanguageTag } from '#shared/i18n/i18n.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icons.tsx';
import { relativeTime } from '#shared/i18n/relative-time.ts';

export function PasskeyItem({
  passkey,
  now,
  onRename,
  onRemove,
}: {
  passkey: Passkey;
  now: number;
  onRename: () => void;
  onRemove: () => void;
}) {
  const t = useT();
  const { id, name, provider, isSynced, createdAt, lastUsedAt, heldUntil } = passkey;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-soft text-brand">
        <Icon name="lock" />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">
          <bdi>{name}</bdi>
        </p>
        {isMadeHere(id) && <p className="mt-1 text-sm text-success">{t('passkey.here')}</p>}
        {provider !== null && provider !== name && <p className="mt-1 text-sm text-muted">{provider}</p>}
        {isSynced && <p className="mt-1 text-sm text-muted">{t('passkey.synced')}</p>}
        <dl className="mt-1 flex flex-col gap-1 text-sm text-muted">
          <Fact label={t('passkey.lastUsed')}>
            {lastUsedAt === null ? (
              t('passkey.neverUsed')
            ) : (
              <time dateTime={lastUsedAt} title={formatDateTime(lastUsedAt)}>
                {relativeTime(lastUsedAt, now, getLanguageTag()) ?? t('account.security.justNow')}
              </time>
            )}
          </Fact>
          <Fact label={t('passkey.created')}>
            <time dateTime={createdAt} className="digits">
              {formatDateTime(createdAt)}
            </time>
          </Fact>
        </dl>
        {heldUntil !== null && (
          <p className="mt-1 text-sm text-muted">
            {t('passkey.heldUntil', { time: formatDateTime(heldUntil) })}
          </p>
        )}
      </div>
      <div className="flex w-full gap-3 sm:w-auto">
        <Button
          look="secondary"
          className="flex-1 sm:flex-none"
          aria-label={t('passkey.renameNamed', { name })}
          onClick={onRename}
        >
          {t('passkey.rename')}
        </Button>
        <Button
          look="secondary"
          className="flex-1 sm:flex-none"
          aria-label={t('passkey.removeNamed', { name })}
          onClick={onRemove}
        >
          {t('passkey.remove')}
        </Button>
      </div>
    </li>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-1">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
