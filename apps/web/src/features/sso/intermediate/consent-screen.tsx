import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { ApplicationMark } from '#shared/ui/application-mark.tsx';
import { AccountCard } from './account-card.tsx';
import { ScopeList } from './scope-list.tsx';

/**
 * Lets the user continue with this account, choose another account or refuse. Lists the scopes if the application needs
 * consent.
 */
export function ConsentScreen({
  application,
  name,
  phone,
  scopes,
  isBusy,
  onContinue,
  onOther,
  onRefuse,
}: {
  application: { name: string; logo: string | null };
  name: string | null;
  phone: string;
  /** null if the application needs no consent. */
  scopes: readonly string[] | null;
  isBusy: boolean;
  onContinue: () => void;
  onOther: () => void;
  /** Refuses the request. If absent, the user cannot refuse. */
  onRefuse?: () => void;
}) {
  const t = useT();
  const app = application.name;
  const continueText = name === null ? t('sso.continue') : t('sso.continueAs', { name });
  return (
    <>
      <ApplicationMark {...application} className="mb-4 size-14" />
      <PageTitle
        title={scopes === null ? t('sso.continueTo', { app }) : t('sso.consent.title', { app })}
        lead={t('sso.ask.lead')}
      />
      <AccountCard name={name} detail={phone} />
      {scopes !== null && <ScopeList scopes={scopes} />}
      <div className="mt-6 grid gap-3">
        <Button isWide isBusy={isBusy} onClick={onContinue}>
          {scopes === null ? continueText : t('sso.consent.agree')}
        </Button>
        <Button look="secondary" isWide onClick={onOther} text="sso.otherAccount" />
        {onRefuse !== undefined && (
          <Button look="ghost" isWide onClick={onRefuse}>
            {t(scopes === null ? 'common.cancel' : 'sso.consent.refuse')}
          </Button>
        )}
      </div>
    </>
  );
}
