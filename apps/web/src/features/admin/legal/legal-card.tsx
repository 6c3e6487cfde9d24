import { legalDocuments } from '@vid/contract/legal/legal-text';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { RowList } from '#shared/ui/list/row-list.tsx';
import { currentText, useCurrentLegal } from './legal.ts';

export function LegalCard() {
  const t = useT();
  const current = useCurrentLegal();
  return (
    <Card title={t('admin.legal')} lead={t('admin.legal.lead')}>
      {current.data ? (
        <RowList
          rows={legalDocuments}
          rowKey={(document) => document}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4"
        >
          {(document) => (
            <>
              <div className="min-w-0">
                <p className="font-semibold">{t(`common.${document}`)}</p>
                <p className="text-sm text-muted">{currentText(current.data[document], t)}</p>
              </div>
              <TextLink
                to={pathTo(areaPaths.adminLegal, { document })}
                aria-label={t('admin.legal.edit.of', { document: t(`common.${document}`) })}
              >
                {t('admin.legal.edit')}
              </TextLink>
            </>
          )}
        </RowList>
      ) : (
        <LoadState query={current} title={t('admin.legal.failed')} />
      )}
    </Card>
  );
}
