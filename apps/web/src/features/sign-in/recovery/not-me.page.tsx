import type { Data } from '@vid/contract/endpoints/index';
import { Fragment, useState } from 'react';
import { paths } from '#navigation/paths.ts';
import { loadProfile } from '#session/session.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { type Call, useCall, useLoad } from '#shared/hooks/use-call.ts';
import { knownDeviceName } from '#shared/i18n/device-name.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { getLanguageTag } from '#shared/i18n/i18n.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, ButtonLink } from '#shared/ui/controls/button.tsx';
import { Alert, Notice } from '#shared/ui/feedback/alert.tsx';
import { Loading } from '#shared/ui/feedback/loader.tsx';
import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { PhoneText } from '#shared/ui/display/phone-text.tsx';
import { useAuth } from '#state/auth.ts';
import { signupEvents } from '#state/signup.ts';
import { useLinkCode } from './use-link-code.ts';

export function NotMePage() {
  const code = useLinkCode();
  return <Report key={code} code={code} />;
}

/**
 * Handles the link of a security notice: locks the account, stops its recovery if the notice reported a recovery, or
 * restores the former phone or address. Asks before acting, because mail scanners open links too.
 */
function Report({ code }: { code: string }) {
  const t = useT();
  const call = useCall<Data<'POST /vid/ajax/auth/not-me'>>();
  const [isMine, setIsMine] = useState(false);
  const report = () =>
    call.run(async () => {
      const done = await api.post('/vid/ajax/auth/not-me', { body: { code }, isRepeatable: true });
      // The report may have ended this browser's session as well.
      if (done.outcome !== 'stopped' && useAuth.getState().isAuthenticated) await loadProfile();
      return done;
    });
  const { outcome, restored } = call.data ?? {};
  if (outcome === 'phone-restored' || outcome === 'email-restored')
    return <Restored outcome={outcome} restored={restored} />;
  if (outcome === 'locked') {
    return (
      <>
        <StatePage
          tone="success"
          title={t('reset.notMe.locked')}
          lead={t('reset.notMe.locked.text')}
          to={paths.forgetPassword}
          action={t('reset.input.title')}
        />
        <ButtonLink isWide look="secondary" to={paths.recovery} className="mt-3" text="reset.lostPhone" />
      </>
    );
  }
  if (outcome === 'stopped') {
    return (
      <StatePage
        tone="success"
        title={t('reset.notMe.stopped')}
        lead={t('reset.notMe.stopped.text')}
        to={paths.signIn}
        action={t('reset.toSignIn')}
      />
    );
  }
  if (code === '' || failedWith(call.error, 'NOTICE_LINK_INVALID')) return <Invalid />;
  if (isMine) {
    return (
      <StatePage
        tone="success"
        title={t('reset.notMe.mine')}
        lead={t('reset.notMe.mine.text')}
        to={paths.signIn}
        action={t('reset.toSignIn')}
      />
    );
  }
  return <Question code={code} call={call} onReport={() => void report()} onMine={() => setIsMine(true)} />;
}

function Invalid() {
  const t = useT();
  return (
    <StatePage
      tone="error"
      title={t('reset.link.invalid')}
      lead={t('reset.notMe.invalid')}
      to={paths.forgetPassword}
      action={t('reset.input.title')}
    />
  );
}

type Restoration = {
  outcome: 'phone-restored' | 'email-restored';
  /** Restored number or address; undefined if the account had none before. */
  restored: string | undefined;
};

function Restored({ outcome, restored }: Restoration) {
  const t = useT();
  const password = { tone: 'success', to: paths.forgetPassword, action: t('reset.input.title') } as const;
  if (outcome === 'email-restored')
    return (
      <StatePage
        {...password}
        title={t('reset.notMe.email.done')}
        lead={t('reset.notMe.email.done.text', { email: restored ?? '' })}
      />
    );
  if (restored === undefined)
    return (
      <StatePage
        {...password}
        title={t('reset.notMe.phone.none')}
        lead={t('reset.notMe.phone.none.text')}
        to={paths.recovery}
        action={t('reset.recovery.title')}
      />
    );
  return (
    <StatePage
      {...password}
      title={t('reset.notMe.phone.done')}
      lead={<PhoneText text={t('reset.notMe.phone.done.text', { phone: restored })} phone={restored} />}
      onClick={() => signupEvents.detailsGiven({ phone: restored })}
    />
  );
}

/** Suffixes of the text keys, by the effect of the link. */
const texts = {
  lock: 'lock',
  stop: 'stop',
  'restore-phone': 'phone',
  'restore-email': 'email',
  unknown: 'unknown',
} as const;

type Props = {
  code: string;
  call: Pick<Call<unknown>, 'error' | 'isPending'>;
  onReport: () => void;
  onMine: () => void;
};

function Question({ code, call, onReport, onMine }: Props) {
  const t = useT();
  // The server describes the event in the language of the page, so load the event again in another language.
  const event = useLoad(
    () => api.post('/vid/ajax/auth/not-me/event', { body: { code }, isRepeatable: true }),
    getLanguageTag(),
  );
  if (failedWith(event.error, 'NOTICE_LINK_INVALID')) return <Invalid />;
  // The owner can act before the event has loaded, or if it cannot be loaded.
  const effect = texts[event.data?.effect ?? 'unknown'];
  const isTaken = failedWith(call.error, 'ACCOUNT_EXISTS');
  return (
    <StepPage title={t('reset.notMe.title')} lead={t(`reset.notMe.${effect}.lead`)}>
      {event.data ? <EventNotice event={event.data} /> : event.isPending && <Loading />}
      <Alert
        text={
          isTaken ? t('reset.notMe.phone.taken') : call.error === null ? undefined : shownMessage(call.error)
        }
      />
      <Button
        isWide
        isBusy={call.isPending}
        onClick={onReport}
        text={effect === 'unknown' ? 'reset.notMe.lock' : `reset.notMe.${effect}`}
      />
      <Button isWide look="secondary" onClick={onMine} text="reset.notMe.itWasMe" />
    </StepPage>
  );
}

type NoticeEvent = Data<'POST /vid/ajax/auth/not-me/event'>;

function EventNotice({ event: { text, at, device, address, place } }: { event: NoticeEvent }) {
  const t = useT();
  const facts = {
    time: <time dateTime={at}>{formatDateTime(at)}</time>,
    device: knownDeviceName(device, t),
    place,
    address: address !== '' && (
      <bdi dir="ltr" className="digits break-all">
        {address}
      </bdi>
    ),
  };
  return (
    <Notice title={text}>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {(['time', 'device', 'place', 'address'] as const)
          .filter((fact) => facts[fact])
          .map((fact) => (
            <Fragment key={fact}>
              <dt className="text-muted">{t(`reset.notMe.${fact}`)}</dt>
              <dd className="wrap-anywhere">{facts[fact]}</dd>
            </Fragment>
          ))}
      </dl>
    </Notice>
  );
}
