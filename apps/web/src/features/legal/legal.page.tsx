import { type LegalDocument, type LegalText, toLegalText, versionIn } from '@vid/contract/legal/legal-text';
import { privacyText } from '@vid/contract/legal/privacy-text';
import { termsText } from '@vid/contract/legal/terms-text';
import { termsVersion } from '@vid/contract/limits';
import { useLocation } from 'react-router';
import { paths, trimPath } from '#navigation/paths.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { useLoad } from '#shared/hooks/use-call.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import { Loading, Retry } from '#shared/ui/feedback/loader.tsx';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { PageTitle, StepPage } from '#shared/ui/page-title.tsx';
import { useCategory } from '#state/category.ts';
import { ContactLinks } from '#features/sign-in/auth-layout/contact-links.tsx';
import { BrandRow } from '#features/sign-in/auth-layout/brand.tsx';
import { LanguageSwitch } from '#shared/ui/controls/language-switch.tsx';
import { LegalBody, VersionLine } from './legal-body.tsx';

const builtIn = { terms: termsText, privacy: privacyText };

/** Returns the version in the URL, to which the administrators' history links; undefined means the current version. */
function readVersion(search: string): number | undefined {
  const version = Number(new URLSearchParams(search).get('version'));
  return Number.isInteger(version) && version > 0 ? version : undefined;
}

/**
 * Shows a legal document in a column of about 70 characters. The width is not in `ch`, because the font's "0" is much
 * wider than its average character.
 */
export function LegalPage() {
  const { pathname, search } = useLocation();
  const document = trimPath(pathname) === paths.terms ? 'terms' : 'privacy';
  return (
    <div className="mx-auto flex w-full max-w-[40rem] grow flex-col safe-area px-4 pt-3 pb-12 md:px-8 md:pt-6">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <BrandRow />
        <LanguageSwitch />
      </header>
      <main className="mt-8">
        <Text key={`${document} ${search}`} document={document} version={readVersion(search)} />
      </main>
      <footer className="mt-12 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line pt-6 text-label">
        <ContactLinks />
        <TextLink isPlain to={paths.signIn} text="common.signIn" />
      </footer>
    </div>
  );
}

type Loaded = Answer<'GET /vid/api/legal/:document'>;

/**
 * Shows a version of the document, by default the current one. Version 1 is the built-in text. The built-in text is
 * shown before the server responds if the URL asks for version 1, or if neither the URL nor the application parameters
 * name another version.
 */
function Text({ document, version }: { document: LegalDocument; version: number | undefined }) {
  const t = useT();
  const language = textLanguageOf(useLocale());
  const hasPublished = useCategory(
    ({ configurations }) => versionIn(configurations?.termsVersion ?? '', document) > 1,
  );
  const load = () =>
    api.get('/vid/api/legal/:document', {
      params: { document },
      query: version === undefined ? {} : { version },
      isRepeatable: true,
    });
  const loaded = useLoad<Loaded>(load);
  const { data } = loaded;
  if (data !== null && data.version > 1)
    return (
      <Document
        text={toLegalText(data.texts[language], language)}
        version={data.version}
        publishedAt={data.publishedAt}
      />
    );
  // If the current version cannot be loaded, do not fall back on the built-in text, because a newer version may be
  // published.
  const isFailed = loaded.error !== null && version === undefined;
  if (data !== null || (!isFailed && (version ?? (hasPublished ? 0 : 1)) === 1))
    return <Document text={builtIn[document][language]} version={1} publishedAt={termsVersion} />;
  if (loaded.error === null) return <Loading />;
  return (
    <StepPage title={t(document === 'terms' ? 'common.terms' : 'common.privacy')}>
      <Retry error={loaded.error} onRetry={() => void loaded.run(load)} />
    </StepPage>
  );
}

function Document({ text, version, publishedAt }: { text: LegalText; version: number; publishedAt: string }) {
  return (
    <>
      <PageTitle title={text.title} lead={text.lead} />
      <VersionLine label={text.versionLabel} version={version} publishedAt={publishedAt} />
      <LegalBody text={text} heading="h2" />
    </>
  );
}
