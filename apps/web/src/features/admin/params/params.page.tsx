import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useRead } from '#shared/api/queries.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { isWaiting, LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Bone, BoneFields } from '#shared/ui/feedback/skeleton.tsx';
import { Link } from '#shared/ui/controls/link.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { BackLink, Card, Page } from '#shared/ui/page/page.tsx';
import { BrandCard } from './brand-card.tsx';
import { differencesOf } from './differences.ts';
import type { Params } from './params.ts';
import { draftName } from './section-card.tsx';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { neededPart } from '#navigation/lazy-part.ts';
import { findDraft } from '#session/drafts.ts';

const ContactCard = neededPart(() => import('./content-cards.tsx'), 'ContactCard');
const SlidesCard = neededPart(() => import('./content-cards.tsx'), 'SlidesCard');
const LegalCard = neededPart(() => import('./text-cards.tsx'), 'LegalCard');
const MessagesCard = neededPart(() => import('./text-cards.tsx'), 'MessagesCard');
const ObjectsCard = neededPart(() => import('./category-cards.tsx'), 'ObjectsCard');
const ProvincesCard = neededPart(() => import('./category-cards.tsx'), 'ProvincesCard');

/** Sections in menu order. */
const sections = ['brand', 'contact', 'slides', 'legal', 'messages', 'objects', 'provinces'] as const;
type Section = (typeof sections)[number];

const titleOf = (section: Section, t: Translate): string =>
  t(section === 'legal' ? 'admin.legal' : `admin.params.${section}`);

const leadOf = (section: Section, t: Translate): string =>
  t(section === 'legal' ? 'admin.legal.lead' : `admin.params.${section}.lead`);

/** Returns the section that the URL selects, if any. A `register` parameter selects the provinces. */
function useChosenSection(): Section | undefined {
  const [query] = useSearchParams();
  if (query.has('register')) return 'provinces';
  return sections.find((section) => section === query.get('section'));
}

/** Shows one section at a time, beside a menu of the sections. On a phone, the page begins with the menu alone. */
export function ParamsPage() {
  const t = useT();
  const params = useRead('GET /vid/api/admin/params', {});
  const chosen = useChosenSection();
  const menu = useRef<HTMLElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const focused = useRef(chosen);
  // Moves the DOM focus to the section or menu that the followed link has opened, because a phone hides the link.
  useEffect(() => {
    if (focused.current === chosen) return;
    focused.current = chosen;
    (chosen === undefined ? menu : panel).current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [chosen]);
  const section = chosen ?? 'brand';
  const isLoading = params.data === undefined && isWaiting(params);
  return (
    <>
      {chosen && (
        <div className="lg:hidden">
          <BackLink to={areaPaths.adminParams} text={t('admin.params.sections')} />
        </div>
      )}
      <Page title={t('shell.item.params')} lead={t('admin.params.lead')}>
        <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] lg:items-start lg:gap-6">
          <nav
            ref={menu}
            tabIndex={-1}
            aria-label={t('admin.params.sections')}
            className={cx(
              'rounded-card border border-line bg-card p-2 lg:sticky lg:top-19',
              chosen && 'max-lg:hidden',
            )}
          >
            <ul>
              {sections.map((name) => (
                <li key={name}>
                  <SectionLink
                    section={name}
                    params={params.data}
                    isLoading={isLoading}
                    isCurrent={name === section}
                  />
                </li>
              ))}
            </ul>
          </nav>
          <div
            ref={panel}
            tabIndex={-1}
            // On a phone without a chosen section, show only the menu, or the failure to load the sections.
            className={cx(chosen === undefined && (isLoading || params.data) && 'max-lg:hidden')}
          >
            {params.data ? (
              <Suspense key={section} fallback={<Loading section={section} />}>
                {panels[section](params.data)}
              </Suspense>
            ) : (
              <Card title={titleOf(section, t)} lead={leadOf(section, t)}>
                <LoadState query={params} skeleton={<FieldBones />} />
              </Card>
            )}
          </div>
        </div>
      </Page>
    </>
  );
}

type LinkProps = {
  section: Section;
  params: Params | undefined;
  isLoading: boolean;
  isCurrent: boolean;
};

function SectionLink({ section, params, isLoading, isCurrent }: LinkProps) {
  const t = useT();
  return (
    <Link
      to={pathTo(areaPaths.adminParams, {}, { section })}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        'flex min-h-11 items-center gap-2 rounded-control px-3 py-2 text-ink no-underline hover:bg-soft',
        isCurrent && 'lg:bg-soft',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{titleOf(section, t)}</span>
        {section !== 'legal' && (
          <span className="block text-sm text-muted">
            {params
              ? stateOf({ section, params, isCurrent }, t)
              : isLoading && (
                  <span className="animate-appear">
                    <Bone text={t('admin.params.state.default')} />
                  </span>
                )}
          </span>
        )}
      </span>
      <PageIcon name="forward" className="text-muted lg:hidden" />
    </Link>
  );
}

/**
 * Says whether another section has unsaved values, or how far a section differs from the built-in content. The current
 * section's form shows its unsaved values itself.
 */
function stateOf(
  { section, params, isCurrent }: { section: Exclude<Section, 'legal'>; params: Params; isCurrent: boolean },
  t: Translate,
): string {
  if (section !== 'messages' && !isCurrent && findDraft(draftName(section)))
    return t('admin.params.state.draft');
  const count =
    section === 'messages'
      ? params.messages.value.length
      : differencesOf(t, section, [params[section].builtIn, params[section].value]).length;
  return count === 0 ? t('admin.params.state.default') : t('admin.params.state.changed', { count });
}

const panels: Readonly<Record<Section, (params: Params) => ReactNode>> = {
  brand: ({ brand }) => <BrandCard section={brand} />,
  contact: ({ contact }) => <ContactCard section={contact} />,
  slides: ({ slides }) => <SlidesCard section={slides} />,
  legal: () => <LegalCard />,
  messages: () => <MessagesCard />,
  objects: ({ objects }) => <ObjectsCard section={objects} />,
  provinces: ({ provinces }) => <ProvincesCard section={provinces} />,
};

function Loading({ section }: { section: Section }) {
  const t = useT();
  return (
    <Card title={titleOf(section, t)} lead={leadOf(section, t)}>
      <FieldBones />
    </Card>
  );
}

function FieldBones() {
  const t = useT();
  return (
    <>
      <p className="mb-4 text-label">
        <Bone text={t('admin.params.isDefault')} />
      </p>
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
    </>
  );
}
