import { shownName } from '#features/admin/shown-name.ts';
import { type LegalDocument, legalDocuments } from '@vid/contract/legal/legal-text';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { paths } from '#navigation/paths.ts';
import { keepDraft } from '#session/drafts.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Bone, BoneRows } from '#shared/ui/feedback/skeleton.tsx';
import { Card, Page, QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { LegalEditor } from './legal-editor.tsx';
import { currentText, type PublishedVersion, useCurrentLegal } from './legal.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { MoreButton } from '#shared/ui/list/more-button.tsx';
import { useReadPages } from '#shared/api/read-pages.ts';

export function LegalDocumentPage() {
  const { document: name } = useParams();
  const document = legalDocuments.find((known) => known === name);
  if (document === undefined) return <Navigate replace to={paths.error404} />;
  return <LegalDocumentOf key={document} document={document} />;
}

function LegalDocumentOf({ document }: { document: LegalDocument }) {
  const t = useT();
  const current = useCurrentLegal();
  const [round, setRound] = useState(0);
  const [published, setPublished] = useState<number>();
  const version = current.data?.[document];
  const restart = () => {
    keepDraft(`legal-${document}`, undefined);
    setRound((count) => count + 1);
  };
  return (
    <Page
      back={{ to: pathTo(areaPaths.adminParams, {}, { section: 'legal' }), text: t('shell.item.params') }}
      title={t(`common.${document}`)}
      lead={version ? currentText(version, t) : current.isPending && <Bone className="w-56" />}
    >
      {version ? (
        <>
          <output
            className={
              published === undefined ? 'sr-only' : 'rounded-control bg-success-soft px-4 py-3 text-success'
            }
          >
            {published !== undefined && t('admin.legal.published', { version: published })}
          </output>
          <LegalEditor
            key={round}
            document={document}
            current={version}
            onDiscard={restart}
            onPublished={(number) => {
              setPublished(number);
              restart();
            }}
          />
          <LegalHistory document={document} />
        </>
      ) : (
        <Card title={t('admin.params.slide.text')} lead={t('admin.legal.text.lead')}>
          <LoadState query={current} skeleton={<BoneRows count={6} />} />
        </Card>
      )}
    </Page>
  );
}

function LegalHistory({ document }: { document: LegalDocument }) {
  const t = useT();
  const history = useReadPages(
    'GET /vid/api/admin/legal/:document/history',
    (query) => ({ params: { document }, query }),
    ({ next }) => next,
  );
  return (
    <QueryCard title={t('admin.legal.history')} lead={t('admin.legal.history.lead')} query={history}>
      {({ pages }) => (
        <>
          <RowList
            rows={pages.flatMap(({ items }) => items)}
            rowKey={({ version }) => String(version)}
            className="py-4"
          >
            {(version) => <Version document={document} version={version} />}
          </RowList>
          <MoreButton query={history} />
        </>
      )}
    </QueryCard>
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
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="font-semibold">{t('admin.legal.version', { version })}</p>
        <TextLink to={`${paths[document]}?version=${version}`} target="_blank">
          {t('admin.legal.read', { version })}
        </TextLink>
      </div>
      <p className="text-sm">
        {isBuiltIn
          ? t('admin.legal.builtIn', { time })
          : t('admin.legal.publishedBy', { time, name: shownName(publishedBy) ?? t('admin.someone') })}
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
    </>
  );
}
