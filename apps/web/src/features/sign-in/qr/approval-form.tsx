import type { ReactNode } from 'react';
import * as v from 'valibot';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { useCall } from '#shared/hooks/use-call.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone/phone.ts';
import { Button, SubmitButton } from '#shared/ui/controls/button.tsx';
import { Alert, Notice } from '#shared/ui/feedback/alert.tsx';
import { Countdown } from '#shared/ui/feedback/countdown.tsx';
import { ChoiceCards } from '#shared/ui/fields/choice-cards.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { useAuth } from '#state/auth.ts';
import type { Outcome, ScannedRequest } from './scanned-request.ts';

const schema = v.object({
  number: v.pipe(
    v.string(),
    v.nonEmpty(message('qr.approve.number.required')),
    v.transform((value) => Number(value)),
  ),
});

type Props = {
  qrId: string;
  request: ScannedRequest;
  onEnded: (outcome: Outcome) => void;
  /** Called if the server already has a decision, perhaps from a request whose response was lost. */
  onDecidedBefore: () => Promise<void>;
};

export function ApprovalForm({ qrId, request, onEnded, onDecidedBefore }: Props) {
  const t = useT();
  /** Sends a decision and shows its outcome, or why the request can no longer be decided. */
  const settle = async (send: () => Promise<unknown>, outcome: Outcome): Promise<void> => {
    try {
      await send();
      onEnded(outcome);
    } catch (error) {
      if (failedWith(error, 'QR_DECIDED')) await onDecidedBefore();
      else if (failedWith(error, 'QR_NUMBER_WRONG', 'QR_EXPIRED', 'QR_NOT_FOUND', 'QR_FORBIDDEN'))
        onEnded({ unusable: shownMessage(error) });
      else throw error;
    }
  };
  const form = useForm({
    id: 'qr-approve',
    schema,
    onSubmit: ({ number }) =>
      settle(
        () => api.post('/vid/ajax/auth/qr/:qrId/approve', { params: { qrId }, body: { number } }),
        'approved',
      ),
  });
  const denial = useCall<void>();
  const deny = () =>
    denial.run(() => settle(() => api.post('/vid/ajax/auth/qr/:qrId/deny', { params: { qrId } }), 'denied'));
  return (
    <>
      <PageTitle title={t('qr.approve.title')} lead={<Lead />} />
      <Details request={request} />
      <Notice className="mt-4">
        {t('qr.approve.warning')}
        {!request.isSameNetwork && <p className="mt-2">{t('qr.approve.elsewhere')}</p>}
      </Notice>
      <div className="mt-6">
        <Form form={form}>
          <ChoiceCards
            isCompact
            name="number"
            label={t('qr.approve.number')}
            choices={request.choices.map((number) => ({ value: String(number), label: String(number) }))}
          />
          <SubmitButton>{t('qr.approve.submit')}</SubmitButton>
          <Alert text={denial.error === null ? undefined : shownMessage(denial.error)} />
          <Button look="secondary" isWide isBusy={denial.isPending} onClick={() => void deny()}>
            {t('qr.approve.deny')}
          </Button>
        </Form>
      </div>
      <Countdown
        until={request.until}
        className="mt-4 min-h-6 text-center text-sm text-muted"
        onEnd={() => onEnded({ unusable: t('qr.expired') })}
      >
        {(seconds) => t('qr.approve.expiresIn', { seconds })}
      </Countdown>
    </>
  );
}

/** Names the account, because the phone may be signed in to a different account than the user expects. */
function Lead() {
  const t = useT();
  const user = useAuth((state) => state.user);
  const phone = useAuth((state) => state.profile?.phone ?? null);
  const owner = user?.shownName ?? (phone === null ? '' : formatPhone(phone));
  return (
    <Rich
      text={t('qr.approve.lead', { owner })}
      parts={{ owner: <bdi className="font-semibold text-ink" /> }}
    />
  );
}

function Details({ request: { device, place, address, requestedAt } }: { request: ScannedRequest }) {
  const t = useT();
  const { browser, system } = device;
  const name = browser && system ? t('qr.approve.deviceName', { browser, system }) : browser || system;
  return (
    <dl className="mt-6 grid gap-3 rounded-control border border-line p-4">
      <Fact label={t('qr.approve.device')}>{name && <bdi>{name}</bdi>}</Fact>
      <Fact label={t('qr.approve.place')}>{place && <bdi>{place}</bdi>}</Fact>
      <Fact label={t('qr.approve.address')}>
        {address && (
          <bdi dir="ltr" className="digits">
            {address}
          </bdi>
        )}
      </Fact>
      <Fact label={t('qr.approve.time')}>
        <time dateTime={requestedAt} className="digits">
          {formatDateTime(requestedAt)}
        </time>
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    children && (
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-muted">{label}</dt>
        <dd className="min-w-0 font-semibold">{children}</dd>
      </div>
    )
  );
}
