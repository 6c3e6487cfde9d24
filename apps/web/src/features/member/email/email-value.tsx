import { useMutation } from '@tanstack/react-query';
import { shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Badge } from '#shared/ui/badge.tsx';
import { LinkButton } from '#shared/ui/button.tsx';
import { commonEvents } from '#state/common.ts';
import { useInformation } from '#features/member/profile/information.ts';

/** Shows the account's e-mail address and whether the address is confirmed. */
export function EmailValue({ email }: { email: string }) {
  const t = useT();
  const state = useInformation().data?.email;
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <bdi className="min-w-0 break-words">{email}</bdi>
        {state?.state === 'confirmed' && (
          <Badge tone="success" icon="success">
            {t('profile.email.confirmed')}
          </Badge>
        )}
        {state?.state === 'waiting' && state.canConfirm && <Badge>{t('profile.email.waiting')}</Badge>}
      </span>
      {state?.state === 'waiting' && state.canConfirm && <SendAgain />}
    </>
  );
}

function SendAgain() {
  const t = useT();
  const sending = useMutation({
    mutationFn: () => api.post('/vid/api/users/email/send'),
    onSuccess: () => commonEvents.succeeded('profile.email.sent'),
  });
  return (
    <div className="mt-2 grid justify-items-start gap-2 text-sm text-muted">
      <p>{t('profile.email.open')}</p>
      <Alert text={sending.isError ? shownMessage(sending.error) : undefined} />
      <LinkButton isBusy={sending.isPending} onClick={() => sending.mutate()}>
        {t('profile.email.send')}
      </LinkButton>
    </div>
  );
}
