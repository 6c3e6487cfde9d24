import { paths } from '#navigation/paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ButtonLink } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';

export function ExpiredSignUp() {
  const t = useT();
  return (
    <StepPage title={t('social.expired.title')}>
      <Alert text={t('social.expired.text')} />
      <ButtonLink isWide to={paths.signIn} text="social.reception.toSignIn" />
    </StepPage>
  );
}
