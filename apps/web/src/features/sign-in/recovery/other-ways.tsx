import { paths } from '#navigation/paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton, TextLink } from '#shared/ui/button.tsx';

export function OtherWays({ other, onOther }: { other: string; onOther: (() => void) | undefined }) {
  const t = useT();
  return (
    <div className="mt-2 grid justify-items-center gap-3 text-center text-label">
      {onOther && <LinkButton onClick={onOther}>{other}</LinkButton>}
      <p className="text-muted">{t(onOther ? 'reset.recovery.support' : 'reset.recovery.supportOnly')}</p>
      <TextLink isPlain to={paths.signIn} text="reset.backToSignIn" />
    </div>
  );
}
