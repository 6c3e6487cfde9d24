import { useState } from 'react';
import { paths } from '#navigation/paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { useAssociationName } from '#state/association.ts';
import { ContactLinks } from '#features/sign-in/auth-layout/contact-links.tsx';

export function ShellFooter() {
  const t = useT();
  const [year] = useState(() => String(new Date().getFullYear()));
  const name = useAssociationName();
  return (
    <footer className="border-t border-line pb-[env(safe-area-inset-bottom)] text-sm text-muted">
      <div className="mx-auto flex max-w-[80rem] flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-4 md:px-6 xl:px-8">
        <p>{t('shell.footer', { year, name })}</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <ContactLinks />
          <TextLink isQuiet to={paths.terms}>
            {t('common.terms')}
          </TextLink>
          <TextLink isQuiet to={paths.privacy}>
            {t('common.privacy')}
          </TextLink>
        </div>
      </div>
    </footer>
  );
}
