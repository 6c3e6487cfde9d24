import { type LegalDocument, legalDocuments } from '@vid/contract/legal/legal-text';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { paths } from '#navigation/paths.ts';
import { keepDraft } from '#session/drafts.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { BackLink } from '#shared/ui/detail-page.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { LegalEditor } from './legal-editor.tsx';
import { LegalHistory } from './legal-history.tsx';
import { currentText, useCurrentLegal } from './legal.ts';

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
    <>
      <BackLink to={areaPaths.adminParams} text={t('admin.legal.back')} />
      <PageHeader title={t(`common.${document}`)} lead={version && currentText(version, t)} />
      {version ? (
        <div className="grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-6">
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
        </div>
      ) : (
        <LoadState query={current} title={t('admin.legal.failed')} />
      )}
    </>
  );
}
