import { areaPaths } from '#navigation/area-paths.ts';
import { providerNames } from '#session/social/providers.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { RowList } from '#shared/ui/page/page.tsx';

/**
 * Lists the credentials that a new password leaves in place, newest first, so that the member notices a credential that
 * an intruder has added. Each row links to the page that removes the credential. Renders nothing until the credentials
 * are loaded, or if there are none.
 */
export function OtherCredentials() {
  const t = useT();
  const passkeys = useRead('GET /vid/api/passkeys', {}).data;
  const twoStep = useRead('GET /vid/api/users/two-step', {}).data;
  const linked = useRead('GET /vid/api/users/identities', {}).data;
  if (!passkeys || !twoStep || !linked) return null;
  const { onSince } = twoStep;
  const rows = [
    ...passkeys.map(({ name, createdAt }) => ({
      text: t('account.password.others.passkey', { name }),
      to: areaPaths.userPasskeys,
      addedAt: createdAt,
    })),
    ...(onSince === null
      ? []
      : [{ text: t('account.password.others.app'), to: areaPaths.userTwoStep, addedAt: onSince }]),
    ...linked.identities.map(({ provider, linkedAt }) => ({
      text: providerNames[provider],
      to: areaPaths.userLinkedAccounts,
      addedAt: linkedAt,
    })),
  ].toSorted((a, b) => b.addedAt.localeCompare(a.addedAt));
  if (rows.length === 0) return null;
  return (
    <section className="mt-6 w-full border-t border-line pt-6">
      <h3 className="font-semibold">{t('account.password.others')}</h3>
      <p className="mt-1 mb-3 text-label text-muted">{t('account.password.others.lead')}</p>
      <RowList rows={rows} rowKey={(_row, index) => String(index)}>
        {({ text, to, addedAt }) => (
          <>
            <TextLink to={to} className="min-w-0 break-words">
              {text}
            </TextLink>
            <time dateTime={addedAt} className="text-label text-muted">
              {t('account.password.others.addedAt', { time: formatDateTime(addedAt) })}
            </time>
          </>
        )}
      </RowList>
    </section>
  );
}
