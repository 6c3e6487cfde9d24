import { legalDocuments } from '@vid/contract/legal/legal-text';
import { currentText, useCurrentLegal } from '#features/admin/legal/legal.ts';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { Card, QueryCard, RowList } from '#shared/ui/page/page.tsx';

export function MessagesCard() {
  const t = useT();
  return (
    <Card title={t('admin.params.messages')} lead={t('admin.params.messages.lead')}>
      <TextLink isPlain to={`${areaPaths.adminParams}/messages`} text="admin.params.messages.open" />
    </Card>
  );
}

export function LegalCard() {
  const t = useT();
  return (
    <QueryCard title={t('admin.legal')} lead={t('admin.legal.lead')} query={useCurrentLegal()}>
      {(current) => (
        <RowList
          rows={legalDocuments}
          rowKey={(document) => document}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4"
        >
          {(document) => (
            <>
              <div className="min-w-0">
                <p className="font-semibold">{t(`common.${document}`)}</p>
                <p className="text-sm text-muted">{currentText(current[document], t)}</p>
              </div>
              <TextLink
                to={pathTo(areaPaths.adminLegal, { document })}
                aria-label={t('admin.legal.edit.of', { document: t(`common.${document}`) })}
                text="admin.legal.edit"
              />
            </>
          )}
        </RowList>
      )}
    </QueryCard>
  );
}
