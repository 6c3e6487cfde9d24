import { missingFields } from '@vid/contract/profile-fields';
import { useEffect, useRef, useState } from 'react';
import { findDraft } from '#session/drafts.ts';
import { loadProfile } from '#session/session.ts';
import { renderMessage } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { CertificateCard } from '#features/member/certificate/certificate-card.tsx';
import { Loading } from '#shared/ui/feedback/loader.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { useAuth, type UserInfo } from '#state/auth.ts';
import { AccountSummary } from './account-summary.tsx';
import { ProfileDetails } from './profile-details.tsx';
import { ProfileForm } from './profile-form.tsx';

export function InformationPage() {
  const t = useT();
  const profile = useAuth((state) => state.profile);
  const error = useAuth((state) => state.error);
  // `user` is known before `me` has loaded, which keeps the heading from changing.
  const isComplete = useAuth((state) => state.profile?.isComplete ?? state.user?.isComplete ?? true);
  return (
    <>
      <PageHeader
        title={t(isComplete ? 'account.information.title' : 'account.information.complete')}
        lead={t(isComplete ? 'account.information.lead' : 'account.welcome.text')}
      />
      {profile !== null && <Information key={profile.id} profile={profile} />}
      {profile === null && error === null && <Loading />}
      {profile === null && error !== null && (
        <Card>
          <EmptyState
            icon="alert"
            title={t('account.loadFailed')}
            action={<Button onClick={() => void loadProfile()}>{t('common.retry')}</Button>}
          >
            {renderMessage(error)}
          </EmptyState>
        </Card>
      )}
    </>
  );
}

function Information({ profile }: { profile: UserInfo }) {
  const t = useT();
  const [isEditChosen, setIsEditChosen] = useState(() => findDraft('profile') !== undefined);
  // A new key for each edit, so that discarded values do not reappear in the uncontrolled fields.
  const [formKey, setFormKey] = useState(0);
  const isEditing = isEditChosen || !profile.isComplete;
  const card = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(isEditing);
  // Moves the DOM focus, because the pressed button is unmounted when the view changes.
  useEffect(() => {
    if (wasEditing.current === isEditing) return;
    wasEditing.current = isEditing;
    card.current?.querySelector<HTMLElement>(isEditing ? 'input' : 'button')?.focus();
  }, [isEditing]);
  const finish = () => {
    setIsEditChosen(false);
    setFormKey(formKey + 1);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div ref={card}>
          <Card
            title={t(profile.isEnterprise ? 'account.enterprise' : 'account.personal')}
            actions={
              !isEditing && (
                <Button look="ghost" className="-mx-4 -my-3" onClick={() => setIsEditChosen(true)}>
                  {t('account.edit')}
                </Button>
              )
            }
          >
            {!profile.isComplete && <MissingFields profile={profile} />}
            {isEditing ? (
              <ProfileForm key={formKey} profile={profile} onDone={finish} />
            ) : (
              <ProfileDetails profile={profile} />
            )}
          </Card>
        </div>
        {profile.object === 'broker' && !profile.isEnterprise && <CertificateCard />}
      </div>
      <AccountSummary profile={profile} />
    </div>
  );
}

function MissingFields({ profile }: { profile: UserInfo }) {
  const t = useT();
  const fields = missingFields(profile).map(({ name }) => t(`account.${name}`));
  return (
    <Notice title={t('account.welcome.title')} className="mb-6">
      <p>{t('account.state.missing', { fields: fields.join(', ') })}</p>
    </Notice>
  );
}
