import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { ApplicationMark } from '#features/sso/application-mark.tsx';
import type { InteractionInfo } from './interaction-decision.ts';
import { AccountCard } from './account-card.tsx';
import { ScopeList } from './scope-list.tsx';

/** Continue as this account, as another, or not at all. Lists the scopes if the application needs consent. */
export function ConsentScreen({
  info,
  isBusy,
  onContinue,
  onOther,
  onRefuse,
}: {
  info: InteractionInfo;
  isBusy: boolean;
  onContinue: () => void;
  onOther: () => void;
  onRefuse: () => void;
}) {
  const t = useT();
  const { application, account, scopes } = info;
  const app = application.name;
  const needsConsent = info.prompt === 'consent';
  const name = account?.name ?? null;
  const continueText = name === null ? t('sso.continue') : t('sso.continueAs', { name });
  return (
    <>
      <ApplicationMark {...application} className="mb-4 size-14" />
      <PageTitle
        title={needsConsent ? t('sso.consent.title', { app }) : t('sso.continueTo', { app })}
        lead={t('sso.ask.lead')}
      />
      <AccountCard name={name} detail={account?.phone ?? ''} />
      {needsConsent && <ScopeList scopes={scopes} />}
      <div className="mt-6 grid gap-3">
        <Button isWide isBusy={isBusy} onClick={onContinue}>
          {needsConsent ? t('sso.consent.agree') : continueText}
        </Button>
        <Button look="secondary" isWide onClick={onOther}>
          {t('sso.otherAccount')}
        </Button>
        <Button look="ghost" isWide onClick={onRefuse}>
          {t('sso.consent.refuse')}
        </Button>
      </div>
    </>
  );
}
