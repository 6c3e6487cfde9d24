import { missingDetail, missingDetails } from '@vid/contract/sso/required-details';
import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import * as v from 'valibot';
import { paths } from '#navigation/paths.ts';
import { api } from '#shared/api/api.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { required } from '#shared/forms/rules.ts';
import { useCall } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Alert, Notice } from '#shared/ui/feedback/alert.tsx';
import { Button, LinkButton, SubmitButton } from '#shared/ui/controls/button.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { AccountCard } from './intermediate/account-card.tsx';
import { ApplicationHead } from './intermediate/application-head.tsx';
import { AskForDetail } from './intermediate/ask-for-detail.tsx';
import { ScopeList } from './intermediate/scope-list.tsx';

type DeviceRequest = Answer<'POST /vid/api/sso/device/lookup'> & { userCode: string };

/**
 * Handles the device flow (RFC 8628): the user enters the code that the device shows, confirms that it matches, and
 * allows or denies the request.
 */
export function DevicePage() {
  const [request, setRequest] = useState<DeviceRequest | null>(null);
  const [outcome, setOutcome] = useState<'allowed' | 'denied' | null>(null);
  if (outcome !== null) return <Outcome outcome={outcome} />;
  if (request === null) return <EnterCode onFound={setRequest} />;
  return (
    <Decide
      request={request}
      onChanged={setRequest}
      onDecided={setOutcome}
      onOther={() => setRequest(null)}
    />
  );
}

async function findRequest(userCode: string): Promise<DeviceRequest> {
  return { ...(await api.post('/vid/api/sso/device/lookup', { body: { userCode } })), userCode };
}

const schema = v.object({ userCode: required() });

function EnterCode({ onFound }: { onFound: (request: DeviceRequest) => void }) {
  const t = useT();
  const [query] = useSearchParams();
  const initialCode = query.get('user_code')?.slice(0, 32) ?? '';
  const form = useForm({
    id: 'device',
    schema,
    async onSubmit({ userCode }) {
      onFound(await findRequest(userCode));
    },
  });
  return (
    <StepPage title={t('sso.device.title')} lead={t('sso.device.lead')}>
      <Form form={form}>
        <TextField
          name="userCode"
          label={t('sso.device.code')}
          hint={t('sso.device.code.hint')}
          defaultValue={initialCode}
          maxLength={32}
          autoComplete="off"
          inputMode="numeric"
          dir="ltr"
        />
        <SubmitButton>{t('sso.continue')}</SubmitButton>
      </Form>
    </StepPage>
  );
}

type Props = {
  request: DeviceRequest;
  /** Called if another tab has signed in to a different account, or the account now lacks a required detail. */
  onChanged: (request: DeviceRequest) => void;
  onDecided: (outcome: 'allowed' | 'denied') => void;
  onOther: () => void;
};

function Decide({ request, onChanged, onDecided, onOther }: Props) {
  const t = useT();
  const decision = useCall<void>();
  const { account, application, scopes, userCode } = request;
  const decide = (approve: boolean) =>
    decision.run(async () => {
      try {
        const { approved } = await api.post('/vid/api/sso/device/decide', {
          body: { userCode, accountId: account.id, approve },
        });
        onDecided(approved ? 'allowed' : 'denied');
      } catch (error) {
        if (!failedWith(error, 'CONSENT_REQUIRED', ...missingDetails)) throw error;
        onChanged(await findRequest(userCode));
        // The form that asks for the detail already explains the other errors.
        if (error.code === 'CONSENT_REQUIRED') throw error;
      }
    });
  const missing = missingDetail(request, account);
  if (missing !== undefined)
    return (
      <>
        <AskForDetail
          key={missing}
          missing={missing}
          application={application}
          accountId={account.id}
          onSaved={async () => onChanged(await findRequest(userCode))}
          onRefuse={() => void decide(false)}
        />
        <Failure error={decision.error} />
      </>
    );
  return (
    <>
      <ApplicationHead
        application={application}
        title={t('sso.device.confirm.title')}
        lead={t('sso.device.confirm.lead', { app: application.name })}
      />
      <p dir="ltr" className="mt-6 rounded-control bg-soft py-3 text-center text-xl font-semibold digits">
        {userCode.toUpperCase()}
      </p>
      <Notice className="mt-4">{t('sso.device.confirm.check')}</Notice>
      <AccountCard {...account} />
      <ScopeList scopes={scopes} />
      <div className="mt-6 grid grid-cols-2 gap-3">
        <div className="col-span-2">
          <Failure error={decision.error} />
        </div>
        <Button
          look="secondary"
          isWide
          isBusy={decision.isPending}
          onClick={() => void decide(false)}
          text="sso.consent.refuse"
        />
        <Button
          isWide
          isBusy={decision.isPending}
          onClick={() => void decide(true)}
          text="sso.device.allow"
        />
        <LinkButton className="col-span-2 mx-auto" onClick={onOther} text="sso.device.other" />
      </div>
    </>
  );
}

function Failure({ error }: { error: unknown }) {
  return <Alert text={error === null ? undefined : shownMessage(error)} />;
}

function Outcome({ outcome }: { outcome: 'allowed' | 'denied' }) {
  const t = useT();
  return (
    <StatePage
      tone={outcome === 'allowed' ? 'success' : 'info'}
      title={t(`sso.device.${outcome}.title`)}
      lead={t(`sso.device.${outcome}.text`)}
      to={paths.home}
      look="secondary"
      action={t('common.returnHome')}
    />
  );
}
