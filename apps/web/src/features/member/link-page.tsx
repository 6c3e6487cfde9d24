import type { ComponentProps, ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { useCall } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';

type Props<Done> = {
  /** The change, by the beginning of the keys of its texts. */
  change: 'profile.undo' | 'profile.undoEmail' | 'profile.confirmEmail';
  onConfirm: (token: string) => Promise<Done>;
  /** Returns the text for a failure; undefined for the usual text. */
  textOf?: (error: unknown) => string | undefined;
  /** Where an invalid link leads. */
  elsewhere: Pick<ComponentProps<typeof StatePage>, 'to' | 'action' | 'look'>;
  children: (done: Done) => ReactNode;
};

/**
 * Makes a change by the link in a message, in any browser. Asks first, because scanners of mail and messages open
 * links too.
 */
export function LinkPage<Done>({ change, onConfirm, textOf, elsewhere, children }: Props<Done>) {
  const t = useT();
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const token = hash.slice(1);
  const call = useCall<Done>();
  const confirm = () =>
    call.run(async () => {
      const done = await onConfirm(token);
      // The secret must not stay in the browser's history.
      void navigate(pathname, { replace: true });
      return done;
    });
  if (call.data !== null) return children(call.data);
  if (token === '' || failedWith(call.error, 'UNDO_LINK_INVALID', 'EMAIL_LINK_INVALID'))
    return (
      <StatePage
        tone="error"
        title={t('profile.link.invalid')}
        lead={t(`${change}.invalid`)}
        {...elsewhere}
      />
    );
  return (
    <StepPage title={t(`${change}.title`)} lead={t(`${change}.lead`)}>
      <Alert text={call.error === null ? undefined : (textOf?.(call.error) ?? shownMessage(call.error))} />
      <Button isWide isBusy={call.isPending} onClick={() => void confirm()} text={`${change}.action`} />
    </StepPage>
  );
}
