import { useEffect, useEffectEvent, useState } from 'react';
import * as v from 'valibot';
import { Reauthentication } from '#features/shell/reauthentication/reauthentication.tsx';
import { loadProfile } from '#session/session.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { useForm } from '#shared/forms/form.tsx';
import { email as emailRule } from '#shared/forms/name-rule.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { repeatWhileOpen } from '#shared/lib/browser/repeat-while-open.ts';
import { Alert, Notice } from '#shared/ui/feedback/alert.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { useAuth } from '#state/auth.ts';
import { DetailForm, type DetailProps, isOtherAccount, saveDetail } from './detail-form.tsx';

type EmailState = Answer<'GET /vid/api/users/information'>['email'];

const schema = v.object({ email: emailRule() });
const pollMs = 5_000;

/**
 * Asks for the e-mail address that the application requires, sends a confirmation link, and continues once the
 * address is confirmed on any device.
 */
export function AskForEmail({ accountId, onSaved, ...props }: DetailProps) {
  const t = useT();
  const [initial] = useState(() => useAuth.getState().user?.email ?? '');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [state, setState] = useState<EmailState | null>(null);
  const isConfirmed = state?.state === 'confirmed';
  const canConfirm = state?.canConfirm !== false;
  const onConfirmed = useEffectEvent(async () => {
    await loadProfile();
    await onSaved();
  });
  // Polls the server until the address is confirmed.
  useEffect(() => {
    if (!isConfirmed) return followEmail(setState);
    void onConfirmed();
    return undefined;
  }, [isConfirmed]);
  const form = useForm({
    id: 'sso-email',
    schema,
    async onSubmit({ email }) {
      if (isOtherAccount(accountId)) return onSaved();
      const saved = useAuth.getState().user?.email;
      // Saving the same address would send no link.
      if (saved?.toLowerCase() === email.toLowerCase()) await api.post('/vid/api/users/email/send');
      else await saveDetail({ email });
      setSentTo(useAuth.getState().user?.email ?? email);
    },
  });
  const submit = t(sentTo === null ? 'sso.email.send' : 'sso.email.sendAgain');
  return (
    <>
      <DetailForm
        {...props}
        form={form}
        title={t('sso.email.title')}
        lead={t('sso.email.lead', { app: props.application.name })}
        submit={canConfirm ? submit : undefined}
        // Once the mail is sent, the user should open its link, so the button becomes secondary.
        submitLook={sentTo === null ? 'primary' : 'secondary'}
      >
        {canConfirm ? (
          <TextField
            name="email"
            type="email"
            inputMode="email"
            label={t('sso.email.field')}
            defaultValue={initial}
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="send"
          />
        ) : (
          <Alert text={t('sso.email.unavailable')} />
        )}
        <output className="block">
          {sentTo !== null && <Notice tone="success">{t('sso.email.sent', { email: sentTo })}</Notice>}
        </output>
      </DetailForm>
      <Reauthentication />
    </>
  );
}

/** Reports the state of the account's e-mail address at an interval until the returned function is called. */
function followEmail(onState: (state: EmailState) => void): () => void {
  const leave = new AbortController();
  const look = async (): Promise<void> => {
    try {
      const { email } = await api.get('/vid/api/users/information', { signal: leave.signal });
      if (!leave.signal.aborted) onState(email);
    } catch {
      // The next poll tries again.
    }
  };
  const stop = repeatWhileOpen(() => void look(), pollMs);
  void look();
  return () => {
    leave.abort();
    stop();
  };
}
