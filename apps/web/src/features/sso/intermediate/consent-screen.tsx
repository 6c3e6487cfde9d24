import { useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, LinkButton } from '#shared/ui/controls/button.tsx';
import { AccountCard, type ShownPerson } from './account-card.tsx';
import { ApplicationHead, type ShownApplication } from './application-head.tsx';
import { ScopeList } from './scope-list.tsx';

/**
 * Asks for consent to the scopes, with two choices of the same size; without scopes, only asks whether to continue with
 * this account.
 */
export function ConsentScreen({
  application,
  domain,
  person,
  scopes,
  isBusy,
  onContinue,
  onOther,
  onRefuse,
}: {
  application: ShownApplication;
  domain: string | null;
  person: ShownPerson | null;
  /** Requested scopes; null if the application needs no consent. */
  scopes: readonly string[] | null;
  isBusy: boolean;
  onContinue: () => void;
  onOther: () => void;
  /** Refuses the request. If absent, the user cannot refuse. */
  onRefuse?: () => void;
}) {
  const t = useT();
  const app = application.name;
  const [isRefusing, setIsRefusing] = useState(false);
  const answer = (act: () => void, refuses: boolean) => () => {
    if (isBusy) return;
    setIsRefusing(refuses);
    act();
  };
  const name = person?.name ?? null;
  const other = <LinkButton className="mx-auto" onClick={onOther} text="sso.otherAccount" />;
  const refusal = onRefuse && (
    <Button
      look="secondary"
      isWide
      isBusy={isBusy && isRefusing}
      onClick={answer(onRefuse, true)}
      text={scopes === null ? 'common.cancel' : 'sso.consent.refuse'}
    />
  );
  if (scopes === null)
    return (
      <>
        <ApplicationHead
          application={application}
          domain={domain}
          title={t('sso.continueTo', { app })}
          lead={t('sso.ask.lead')}
        />
        {person && <AccountCard {...person} />}
        <div className="mt-6 grid gap-3">
          <Button isWide isBusy={isBusy && !isRefusing} onClick={answer(onContinue, false)}>
            {name === null ? t('sso.continue') : t('sso.continueAs', { name })}
          </Button>
          {refusal}
          {other}
        </div>
      </>
    );
  return (
    <>
      <ApplicationHead application={application} domain={domain} title={t('sso.consent.title', { app })} />
      {person && <AccountCard {...person} />}
      <ScopeList scopes={scopes} />
      <div className="mt-6 grid grid-cols-2 gap-3">
        {refusal}
        <Button
          isWide
          isBusy={isBusy && !isRefusing}
          onClick={answer(onContinue, false)}
          text="sso.consent.agree"
        />
      </div>
      <p className="mt-4 text-center">{other}</p>
    </>
  );
}
