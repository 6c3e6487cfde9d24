import { holdSeconds } from '@vid/contract/limits';
import { DoneMessage } from '#features/member/done-message.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ButtonLink } from '#shared/ui/controls/button.tsx';
import { BoneButtons, BoneFields } from '#shared/ui/feedback/skeleton.tsx';
import { BackLink, Card, PageHeader } from '#shared/ui/page/page.tsx';
import { DatedSteps } from '#shared/ui/display/dated-steps.tsx';
import { authEvents, useAuth, type UserInfo } from '#state/auth.ts';
import { UnlessHeld, useHold } from '#features/member/hold-notice.tsx';
import { ProfileState } from '#features/member/profile-state.tsx';
import { SentTo } from '#features/sign-in/otp/sent-to.tsx';
import { SmsCodeForm } from '#features/sign-in/otp/sms-code-form.tsx';
import { changePhone, type PhoneCode, readPhoneCode, sendPhoneCode } from './change-phone.ts';
import { NumberForm } from './number-form.tsx';

export function PhonePage() {
  const t = useT();
  const [isDone, setIsDone] = useState(false);
  const profile = useAuth((auth) => auth.profile);
  const hold = useHold('phone');
  const information = useRead('GET /vid/api/users/information', {});
  const passwordHold = passwordHoldOf(information.data?.password);
  const [end] = useState(() => Date.now() + holdSeconds * 1_000);
  const time = formatDateTime(end);
  if (isDone) {
    return (
      <>
        <PageHeader title={t('profile.phone.change')} />
        <Card className="max-w-[42rem]">
          <DoneMessage title="profile.phone.done" text="profile.phone.done.text">
            <ButtonLink
              look="secondary"
              to={paths.userInformation}
              className="mt-2"
              text="profile.link.account"
            />
          </DoneMessage>
        </Card>
      </>
    );
  }
  return (
    <>
      <BackLink to={paths.userInformation} text={t('shell.item.information')} />
      <PageHeader title={t('profile.phone.change')} lead={t('profile.phone.lead')} />
      <div className="grid max-w-[64rem] grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card>
          {profile === null || information.isPending ? (
            <ProfileState
              skeleton={
                <div className="max-w-[28rem]">
                  <BoneFields labels={[t('profile.phone.new')]} />
                  <p className="mt-2 mb-4 text-sm text-muted">{t('profile.phone.new.hint')}</p>
                  <BoneButtons texts={[t('profile.phone.send')]} />
                </div>
              }
            />
          ) : (
            <UnlessHeld change="phone" passwordHold={passwordHold}>
              <Steps onDone={() => setIsDone(true)} />
            </UnlessHeld>
          )}
        </Card>
        {hold === null && passwordHold === null && (
          <Card title={t('profile.phone.next')}>
            <DatedSteps
              steps={[
                { when: t('profile.phone.next.now'), text: t('profile.phone.next.now.text') },
                { when: t('profile.phone.next.until', { time }), text: t('profile.phone.next.until.text') },
                { when: t('profile.phone.next.from', { time }), text: t('profile.phone.next.from.text') },
              ]}
            />
          </Card>
        )}
      </div>
    </>
  );
}

type Password = Answer<'GET /vid/api/users/information'>['password'];

function passwordHoldOf(password: Password | undefined): UserInfo['hold'] {
  if (!password?.holdsPhoneUntil) return null;
  return { since: password.changedAt, until: password.holdsPhoneUntil };
}

function Steps({ onDone }: { onDone: () => void }) {
  const t = useT();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // The history entry says which code was sent, so that a reload and Back lead to the right step.
  const code = readPhoneCode(useLocation().state);
  const [start, setStart] = useState<{ phone: string; problem?: string }>({ phone: '' });
  if (code === null) {
    const open = (sentCode: PhoneCode) => {
      setStart({ phone: sentCode.phone });
      void navigate(paths.userPhone, { state: { sentCode } });
    };
    return <NumberForm {...start} onSent={open} />;
  }
  const back = (problem?: string) => {
    setStart({ phone: code.phone, ...(problem !== undefined && { problem }) });
    void navigate(paths.userPhone, { replace: true });
  };
  const change = async () => {
    try {
      authEvents.profileLoaded(await changePhone(code.phone));
    } catch (error) {
      if (!failedWith(error, 'OTP_TOKEN_INVALID')) throw error;
      back(shownMessage(error));
      return;
    }
    onDone();
    void navigate(paths.userPhone, { replace: true });
    // Reload every query, because the other sessions have ended and the profile shows the new number.
    void queryClient.invalidateQueries();
  };
  return (
    <div className="max-w-[28rem]">
      <p className="mb-4">
        <SentTo {...code} />
      </p>
      <SmsCodeForm
        code={code}
        onResend={async (captchaToken) => {
          const sentCode = await sendPhoneCode(code.phone, captchaToken);
          void navigate(paths.userPhone, { replace: true, state: { sentCode } });
        }}
        submit={t('profile.phone.submit')}
        onAccepted={change}
        onUsedUp={(_reason, error) => back(shownMessage(error))}
        onOtherPhone={() => back()}
      />
    </div>
  );
}
