import type { LegalTexts } from '@vid/contract/legal/legal-text';
import { privacyText } from '@vid/contract/legal/privacy-text';
import { termsText } from '@vid/contract/legal/terms-text';
import { termsVersion } from '@vid/contract/limits';
import { paths } from '#navigation/paths.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { useCategory } from '#state/category.ts';
import { ContactLinks } from '#features/sign-in/auth-layout/contact-links.tsx';
import { BrandRow } from '#features/sign-in/auth-layout/brand.tsx';
import { LanguageSwitch } from '#shared/ui/language-switch.tsx';

export function TermsPage() {
  return <LegalPage texts={termsText} />;
}

export function PrivacyPage() {
  return <LegalPage texts={privacyText} />;
}

/**
 * A legal document, about 70 characters wide: `ch` would be the width of "0", which is half as wide again as the other
 * characters of the font. The sign-up opens it in a new tab to keep its typed values.
 */
function LegalPage({ texts }: { texts: LegalTexts }) {
  const t = useT();
  const text = texts[textLanguageOf(useLocale())];
  const version = useCategory((state) => state.configurations?.termsVersion) ?? termsVersion;
  return (
    <div className="mx-auto flex w-full max-w-[40rem] grow flex-col safe-area px-4 pt-3 pb-12 md:px-8 md:pt-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <BrandRow />
        <LanguageSwitch />
      </header>
      <main className="mt-8">
        <PageTitle title={text.title} lead={text.lead} />
        <p className="mt-2 text-sm text-muted">
          {text.versionLabel}: {version}
        </p>
        {text.sections.map((section) => (
          <section key={section.title} className="mt-8">
            <h2 className="text-lg">{section.title}</h2>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-2">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </main>
      <footer className="mt-12 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line pt-6 text-label">
        <ContactLinks />
        <TextLink isPlain to={paths.signIn}>
          {t('common.signIn')}
        </TextLink>
      </footer>
    </div>
  );
}
