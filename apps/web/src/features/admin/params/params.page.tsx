import { useRead } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { BoneFields } from '#shared/ui/feedback/skeleton.tsx';
import { Card, Page, QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { BrandCard } from './brand-card.tsx';
import { ObjectsCard, ProvincesCard } from './category-cards.tsx';
import { ContactCard, SlidesCard } from './content-cards.tsx';
import { legalDocuments } from '@vid/contract/legal/legal-text';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { plainLinkClass, TextLink } from '#shared/ui/button.tsx';
import { currentText, useCurrentLegal } from '#features/admin/legal/legal.ts';

export function ParamsPage() {
  const t = useT();
  const params = useRead('GET /vid/api/admin/params', {});
  const { data } = params;
  return (
    <Page width="form" title={t('shell.item.params')} lead={t('admin.params.lead')}>
      <SectionLinks />
      {data ? (
        <>
          <BrandCard section={data.brand} />
          <ContactCard section={data.contact} />
          <LegalCard />
          <MessagesCard />
          <SlidesCard section={data.slides} />
          <ObjectsCard section={data.objects} />
          <ProvincesCard section={data.provinces} />
        </>
      ) : (
        <Card title={t('admin.params.brand')} lead={t('admin.params.brand.lead')}>
          <LoadState
            query={params}
            skeleton={
              <div className="grid gap-4 sm:grid-cols-2">
                {(['name', 'shortName'] as const).flatMap((field) =>
                  (['vi', 'en'] as const).map((language) => (
                    <BoneFields
                      key={field + language}
                      labels={[t(`admin.params.in.${language}`, { label: t(`admin.params.${field}`) })]}
                    />
                  )),
                )}
              </div>
            }
          />
        </Card>
      )}
    </Page>
  );
}

const sections = [
  ['brand', 'admin.params.brand'],
  ['contact', 'admin.params.contact'],
  ['legal', 'admin.legal'],
  ['messages', 'admin.params.messages'],
  ['slides', 'admin.params.slides'],
  ['objects', 'admin.params.objects'],
  ['provinces', 'admin.params.provinces'],
] as const;

/** Links to the sections, because the page is five screens long. */
function SectionLinks() {
  const t = useT();
  return (
    <nav
      aria-label={t('admin.params.sections')}
      className="z-10 -my-3 bg-bg py-3 max-md:hidden md:sticky md:top-15"
    >
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-label">
        {sections.map(([id, text]) => (
          <li key={id}>
            <a href={`#${id}`} className={plainLinkClass}>
              {t(text)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function MessagesCard() {
  const t = useT();
  return (
    <Card id="messages" title={t('admin.params.messages')} lead={t('admin.params.messages.lead')}>
      <TextLink isPlain to={`${areaPaths.adminParams}/messages`} text="admin.params.messages.open" />
    </Card>
  );
}

function LegalCard() {
  const t = useT();
  return (
    <QueryCard id="legal" title={t('admin.legal')} lead={t('admin.legal.lead')} query={useCurrentLegal()}>
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
