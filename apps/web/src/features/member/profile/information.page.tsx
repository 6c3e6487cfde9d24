import { fieldsOf, missingFields } from '@vid/contract/profile-fields';
import { startTransition, Suspense, useEffect, useState } from 'react';
import { findDraft } from '#session/drafts.ts';
import { Saved } from '#shared/forms/save-row.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, LinkButton, TextLink } from '#shared/ui/controls/button.tsx';
import { Bone, BoneButtons, BoneFields, BoneRows, Skeleton } from '#shared/ui/feedback/skeleton.tsx';
import { BoneFacts, Card, PageHeader } from '#shared/ui/page/page.tsx';
import { useRead } from '#shared/api/queries.ts';
import { shownName, useAuth, type UserInfo } from '#state/auth.ts';
import { ProfileDetails } from './profile-details.tsx';
import { neededPart } from '#navigation/lazy-part.ts';
import { paths } from '#navigation/paths.ts';
import { cx } from '#shared/lib/cx.ts';
import { whenIdle } from '#shared/lib/browser/when-idle.ts';
import { Avatar } from '#shared/ui/display/avatar.tsx';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Phone } from '#shared/ui/display/values.tsx';
import { ProfileState } from '#features/member/profile-state.tsx';
import { ReferralCode } from '#features/member/referral-code.tsx';
import { useFocusOnSwitch } from '#shared/hooks/use-focus-on-switch.ts';

// This is the default page after a sign-in, so the form and the cards that only some members see load later.
const AccountReturnCard = neededPart(async () => {
  const [part] = await Promise.all([
    import('#features/member/account-return/account-return-card.tsx'),
    loadTexts('profileForm'),
  ]);
  return part;
}, 'AccountReturnCard');
const loadForm = async () => {
  const [part] = await Promise.all([import('./profile-form.tsx'), loadTexts('profileForm')]);
  return part;
};
const ProfileForm = neededPart(loadForm, 'ProfileForm');
const CertificateCard = neededPart(async () => {
  const [part] = await Promise.all([
    import('#features/member/certificate/certificate-card.tsx'),
    loadTexts('certificate', 'profileForm'),
  ]);
  return part;
}, 'CertificateCard');

export function InformationPage() {
  const t = useT();
  const profile = useAuth((state) => state.profile);
  // `user` is known before `me` has loaded, which keeps the heading from changing.
  const isComplete = useAuth((state) => state.profile?.isComplete ?? state.user?.isComplete ?? true);
  const error = useAuth((state) => state.error);
  return (
    <>
      <PageHeader
        title={t(isComplete ? 'shell.item.information' : 'account.information.complete')}
        lead={t(isComplete ? 'account.information.lead' : 'account.welcome.text')}
      />
      {profile !== null && <AccountReturn />}
      {profile !== null && <Information key={profile.id} profile={profile} />}
      {profile === null &&
        (error === null ? (
          <Skeleton>
            <Bones isComplete={isComplete} />
          </Skeleton>
        ) : (
          <Card>
            <ProfileState />
          </Card>
        ))}
    </>
  );
}

const columns = 'grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]';

/** Placeholder with the page's labels, which are known before the profile has loaded. */
function Bones({ isComplete }: { isComplete: boolean }) {
  const t = useT();
  const isEnterprise = useAuth(({ user }) => user?.isEnterprise === true);
  const labels = fieldsOf({ isEnterprise }).map(({ name }) => t(`account.${name}`));
  const summary = (
    <Card title={t('account.summary')}>
      <BoneRows count={1} mark="size-16" />
      <div className="mt-4 min-h-6 text-label">
        <Bone />
      </div>
      <Badges {...{ isEnterprise, isComplete }} />
    </Card>
  );
  return (
    <div className={columns}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {isComplete && summary}
        <Card title={t(isEnterprise ? 'account.enterprise' : 'account.personal')}>
          {isComplete ? <BoneFacts labels={labels} /> : <BoneFields labels={labels} />}
        </Card>
        {!isComplete && summary}
      </div>
      <Card title={t('account.referralCode')}>
        <ReferralCode code={undefined} />
        <p className="mt-2 text-sm text-muted">{t('account.referralCode.hint')}</p>
      </Card>
    </div>
  );
}

function AccountReturn() {
  const { data } = useRead('GET /vid/api/users/information', {});
  if (!data?.accountReturn) return null;
  return (
    <Suspense>
      <AccountReturnCard />
    </Suspense>
  );
}

function Information({ profile }: { profile: UserInfo }) {
  const t = useT();
  const [isEditChosen, setIsEditChosen] = useState(() => findDraft('profile') !== undefined);
  // Each edit gets a new key, so that discarded values do not reappear in the uncontrolled fields.
  const [formKey, setFormKey] = useState(0);
  const isEditing = isEditChosen || !profile.isComplete;
  const card = useFocusOnSwitch(isEditing);
  // Loads the form once the browser is idle. If that fails, the form loads when it is opened.
  useEffect(
    () =>
      void whenIdle()
        .then(loadForm)
        .catch(() => {}),
    [],
  );
  const [isSaved, setIsSaved] = useState(false);
  const labels = fieldsOf(profile).map((field) => t(`account.${field.name}`));
  const finish = (hasSaved: boolean) => {
    setIsSaved(hasSaved);
    setIsEditChosen(false);
    setFormKey(formKey + 1);
  };
  return (
    <div className={columns}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {profile.isComplete && <AccountSummary profile={profile} />}
        <div ref={card}>
          <Card
            title={t(profile.isEnterprise ? 'account.enterprise' : 'account.personal')}
            actions={
              !isEditing && (
                <Button
                  look="ghost"
                  className="-mx-4 -my-3"
                  // The read-only details stay visible until the form has loaded.
                  onClick={() => startTransition(() => setIsEditChosen(true))}
                >
                  {t('account.edit')}
                </Button>
              )
            }
          >
            {!profile.isComplete && <MissingFields profile={profile} />}
            <Saved text={isSaved && !isEditChosen && 'common.updateSuccess'} className="mb-4" />
            <Suspense fallback={<BoneFields labels={labels} />}>
              {isEditing ? (
                <ProfileForm key={formKey} profile={profile} onDone={finish} />
              ) : (
                <ProfileDetails profile={profile} />
              )}
            </Suspense>
          </Card>
        </div>
        {profile.object === 'broker' && !profile.isEnterprise && (
          <Suspense
            fallback={
              <Card title={t('profile.certificate.title')} lead={t('profile.certificate.lead')}>
                <BoneButtons texts={[t('profile.certificate.declare')]} />
              </Card>
            }
          >
            <CertificateCard />
          </Suspense>
        )}
        {!profile.isComplete && <AccountSummary profile={profile} />}
      </div>
      <Card title={t('account.referralCode')}>
        <ReferralCode code={profile.referralCode} />
        <p className="mt-2 text-sm text-muted">{t('account.referralCode.hint')}</p>
      </Card>
    </div>
  );
}

function MissingFields({ profile }: { profile: UserInfo }) {
  const t = useT();
  const fields = missingFields(profile).map(({ name }) => t(`account.${name}`));
  return (
    <p className="-mt-2 mb-6 text-label text-muted text-pretty">
      {t('account.state.missing', { fields: fields.join(', ') })}
    </p>
  );
}

function Badges({ isEnterprise, isComplete }: Pick<UserInfo, 'isEnterprise' | 'isComplete'>) {
  return (
    <p className="mt-4 flex flex-wrap gap-2">
      <Badge
        tone="brand"
        icon={isEnterprise ? 'building' : 'user'}
        text={isEnterprise ? 'account.kind.enterprise' : 'account.kind.personal'}
      />
      {isComplete && <Badge tone="success" icon="success" text="account.state.complete" />}
    </p>
  );
}

const AvatarDialog = neededPart(async () => {
  const [part] = await Promise.all([
    import('#features/member/avatar/avatar-dialog.tsx'),
    loadTexts('profileForm'),
  ]);
  return part;
}, 'AvatarDialog');

function AccountSummary({ profile }: { profile: UserInfo }) {
  const t = useT();
  const name = shownName(profile);
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Card title={t('account.summary')}>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar src={profile.avatar} name={name} seed={profile.id} className="size-16 text-xl" />
        <div className="flex-1 basis-32">
          {name && (
            <p className="font-semibold wrap-anywhere">
              <bdi>{name}</bdi>
            </p>
          )}
          <p className={cx('digits', name ? 'text-muted' : 'font-semibold')}>
            <span className="sr-only">{t('common.phone')}: </span>
            <Phone number={profile.phone} className="whitespace-nowrap" />
          </p>
        </div>
        <p className="flex w-full flex-wrap items-baseline gap-x-6 gap-y-2 text-label">
          <LinkButton onClick={() => setIsChanging(true)}>{t('profile.avatar.change')}</LinkButton>
          <TextLink isPlain to={paths.userPhone} text="profile.phone.change" />
        </p>
      </div>
      {isChanging && (
        <Suspense>
          <AvatarDialog hasPicture={profile.avatar !== null} onClose={() => setIsChanging(false)} />
        </Suspense>
      )}
      <Badges {...profile} />
    </Card>
  );
}
