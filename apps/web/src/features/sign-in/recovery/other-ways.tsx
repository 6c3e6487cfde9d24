import type { ReactNode } from 'react';
import { paths } from '#navigation/paths.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';

type Props = {
  other: PlainKey;
  /** Path of the alternative page; undefined if the alternative is not available. */
  to: string | undefined;
  /** Explains how the recovery continues. */
  children: ReactNode;
};

export function OtherWays({ other, to, children }: Props) {
  const t = useT();
  return (
    <>
      {to !== undefined && (
        <p className="text-center text-label">
          <TextLink isPlain to={to} text={other} />
        </p>
      )}
      <section className="mt-2 border-t border-line pt-6">
        <h2 className="mb-4 text-label">{t('reset.recovery.next.title')}</h2>
        {children}
      </section>
      <div className="mt-2 grid justify-items-center gap-3 text-center text-label">
        <p className="text-muted">
          {t(to === undefined ? 'reset.recovery.supportOnly' : 'reset.recovery.support')}
        </p>
        <TextLink isPlain to={paths.signIn} text="reset.backToSignIn" />
      </div>
    </>
  );
}
