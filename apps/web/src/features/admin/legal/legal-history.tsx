import type { LegalDocument } from '@vid/contract/legal/legal-text';
import { paths } from '#navigation/paths.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { MoreButton } from '#shared/ui/list/more-button.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { type PublishedVersion, useLegalHistory } from './legal.ts';

/** Lists the versions of a document, newest first, each with a link to its text. */
export function LegalHistory({ document }: { document: LegalDocument }) {
  const t = useT();
  const history = useLegalHistory(document);
  return (
    <Card title={t('admin.legal.history')} lead={t('admin.legal.history.lead')}>
      {history.data ? (
        <>
          <ol className="divide-y divide-line">
            {history.data.pages
              .flatMap(({ items }) => items)
              .map((version) => (
                <Version key={version.version} document={document} version={version} />
              ))}
          </ol>
          <MoreButton query={history} />
        </>
      ) : (
        <LoadState query={history} title={t('admin.params.history.failed')} />
      )}
    </Card>
  );
}

function Version({
  document,
  version: { version, publishedAt, publishedBy, requiresAgreement, hashes },
}: {
  document: LegalDocument;
  version: PublishedVersion;
}) {
  const t = useT();
  const time = formatDateTime(publishedAt);
  const isBuiltIn = version === 1;
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="font-semibold">{t('admin.legal.version', { version })}</p>
        <TextLink to={`${paths[document]}?version=${version}`} target="_blank">
          {t('admin.legal.read', { version })}
        </TextLink>
      </div>
      <p className="text-sm">
        {isBuiltIn
          ? t('admin.legal.builtIn', { time })
          : t('admin.legal.publishedBy', { time, name: publishedBy ?? t('admin.someone') })}
      </p>
      <p className="text-sm text-muted">
        {t(requiresAgreement ? 'admin.legal.kind.agree' : 'admin.legal.kind.correction')}
      </p>
      <details className="mt-1 text-sm text-muted">
        <summary className="min-h-6 cursor-pointer py-1">{t('admin.legal.hashes')}</summary>
        {(['vi', 'en'] as const).map((language) => (
          <p key={language} className="mt-1">
            {t(`admin.legal.in.${language}`)}: <span className="digits break-all">{hashes[language]}</span>
          </p>
        ))}
      </details>
    </li>
  );
}
