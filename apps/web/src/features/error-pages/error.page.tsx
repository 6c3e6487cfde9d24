import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useOutletContext, useSearchParams } from 'react-router';
import type { LayoutName } from '#navigation/route-entry.ts';
import { basePath, paths } from '#navigation/paths.ts';
import { refusalText, safeReference } from '#navigation/sso-refusals.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { type Boot, readBoot } from '#shared/lib/boot.ts';
import { Button, ButtonLink, plainLinkClass } from '#shared/ui/controls/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { BrandRow } from '#features/sign-in/auth-layout/brand.tsx';
import { LanguageSwitch } from '#shared/ui/controls/language-switch.tsx';
import { ClosingPopup } from '#shared/ui/feedback/closing-popup.tsx';
import { ContactLinks } from '#features/sign-in/auth-layout/contact-links.tsx';
import { Reference } from '#shared/ui/feedback/reference.tsx';

type ErrorPageProps = {
  scene: ErrorScene;
  title: PlainKey;
  text: PlainKey;
  /** Advice below the text; undefined if `text` already contains advice. */
  advice?: PlainKey | undefined;
  heading?: PlainKey;
  /** Link or button to continue. By default, a link to the home page. */
  action?: ReactNode;
  children?: ReactNode;
};

function Explanation({ scene, title, text, advice, heading, action, children }: ErrorPageProps) {
  const t = useT();
  return (
    <>
      <ErrorPicture scene={scene} />
      <div>
        {heading && <p className="mb-1 text-lg font-semibold text-accent">{t(heading)}</p>}
        <PageTitle title={t(title)} lead={t(text)} />
      </div>
      {advice && <p className="text-muted">{t(advice)}</p>}
      {children}
      <div className="mt-4">{action ?? <HomeLink />}</div>
    </>
  );
}

/** Uses no layout, because the layout may have failed. */
function ErrorPage(props: ErrorPageProps) {
  return (
    <div className="flex grow flex-col safe-area px-4 pt-3 pb-8 md:px-8 md:pt-6">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <BrandRow />
        <LanguageSwitch />
      </header>
      <main className="m-auto flex max-w-[32rem] flex-col items-center gap-4 py-8 text-center [&_p]:text-balance">
        <Explanation {...props} />
      </main>
      <footer className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-sm">
        <ContactLinks />
      </footer>
    </div>
  );
}

function FramedErrorPage(props: ErrorPageProps) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-4 px-4 py-12 text-center [&_p]:text-balance">
      <Explanation {...props} />
    </div>
  );
}

function HomeLink() {
  const t = useT();
  return <ButtonLink to={paths.home}>{t('common.returnHome')}</ButtonLink>;
}

/** Loads the app again from the home page, because the server may be reachable again and may have a new release. */
function RetryLink() {
  return <ButtonLink reloadDocument to={paths.home} text="common.retry" />;
}

/**
 * Closes the popup. If no script opened the window, browsers refuse to close it, and the component explains that
 * instead.
 */
function ClosePopup() {
  const t = useT();
  const [hasTried, setHasTried] = useState(false);
  const close = () => {
    globalThis.close();
    setHasTried(true);
  };
  return (
    <>
      <Button onClick={close}>{t('sso.close')}</Button>
      {hasTried ? <output className="min-h-6 text-muted">{t('sso.closeByHand')}</output> : <ClosingPopup />}
    </>
  );
}

export function Error401Page() {
  const t = useT();
  return (
    <ErrorPage
      scene="closed"
      title="errors.401.title"
      text="errors.401.text"
      action={<ButtonLink to={paths.signIn}>{t('common.signIn')}</ButtonLink>}
    />
  );
}

/** Returns the advice for a refusal; undefined if the refusal's text already contains it. */
const adviceAfter = (reason: PlainKey): PlainKey | undefined =>
  reason === 'sso.expired.text' ? undefined : 'sso.refused.advice';

export function Error403Page() {
  const [query] = useSearchParams();
  const refusal = refusalText(query.get('code'));
  const reason = refusal ?? (query.has('ref') ? 'sso.invalidRequest' : null);
  return (
    <ErrorPage
      scene="closed"
      title={reason === null ? 'errors.403.title' : 'sso.refused.title'}
      text={reason ?? 'errors.403.text'}
      advice={reason === null ? 'errors.403.advice' : adviceAfter(reason)}
      // In an application's popup, a link to the account would lead away from the application.
      action={query.get('mode') === 'window' ? <ClosePopup /> : <HomeLink />}
    >
      <Reference
        code={refusal === null ? null : query.get('code')}
        reference={safeReference(query.get('ref'))}
      />
    </ErrorPage>
  );
}

export function Error404Page() {
  return (
    <ErrorPage
      scene="lost"
      heading="errors.404.heading"
      title="errors.404.title"
      text="errors.404.text"
      advice="errors.404.advice"
    />
  );
}

export function Error500Page() {
  const [query] = useSearchParams();
  return (
    <ErrorPage scene="storm" title="errors.500.title" text="errors.500.text" action={<RetryLink />}>
      <Reference
        code={null}
        reference={safeReference(query.get('ref'))}
        // VID itself failed, so the application's developers cannot help.
        hint="sso.reference.hintOwn"
      />
    </ErrorPage>
  );
}

export function ErrorMaintainPage() {
  const t = useT();
  const notice = useNotice();
  return (
    <ErrorPage scene="works" title="errors.maintain.title" text="errors.maintain.text" action={<RetryLink />}>
      {notice && (
        <>
          {notice.message !== null && <p>{notice.message}</p>}
          <p>{t('errors.maintain.until', { time: formatDateTime(notice.endsAt) })}</p>
          <a className={plainLinkClass} href={`${basePath}${paths.signIn}?administrator`}>
            {t('errors.maintain.administrator')}
          </a>
        </>
      )}
    </ErrorPage>
  );
}

/** Returns the notice of a maintenance, if any, but null while React hydrates the prerendered page, which has none. */
function useNotice(): Boot['maintenance'] {
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return isHydrated ? readBoot().maintenance : null;
}

export function ErrorCommingPage() {
  return <ErrorPage scene="works" title="errors.comming.title" text="errors.comming.text" />;
}

const unavailable: ErrorPageProps = {
  scene: 'storm',
  title: 'errors.unavailable.title',
  text: 'errors.unavailable.text',
  action: <ReloadButton />,
};

function ReloadButton() {
  const t = useT();
  return <Button onClick={() => location.reload()}>{t('common.retry')}</Button>;
}

/** Replaces a page that needs a session if the session could not be checked. The URL stays. */
export function UnavailablePage() {
  const isFramed = useOutletContext<LayoutName | undefined>() === 'auth';
  return isFramed ? <FramedErrorPage {...unavailable} /> : <ErrorPage {...unavailable} />;
}

export const ForbiddenPage = () => (
  <FramedErrorPage
    scene="closed"
    title="errors.403.title"
    text="errors.403.text"
    advice="errors.403.advice"
  />
);

type ErrorScene = 'closed' | 'lost' | 'storm' | 'works';

const scenes: Record<ErrorScene, { readonly lines: string; readonly accent: string }> = {
  closed: {
    lines: 'M58 96V52h84v44M52 52c16 0 28-6 36-18h24c8 12 20 18 36 18M100 52v44M72 96V66h56v30',
    accent: 'M93 78h14v12H93zM96 78v-4a4 4 0 0 1 8 0v4',
  },
  lost: {
    lines: 'M100 96V40M100 46h38l8 8-8 8h-38M100 68H66l-8 8 8 8h34M84 96h32',
    accent: 'M116 54h14M88 76H76',
  },
  storm: {
    lines: 'M62 96V70l38-28 38 28v26M92 96V80h16v16M54 76l8-6M146 76l-8-6',
    accent: 'm132 14-12 16h12l-8 14M152 24h14M40 34h18M34 46h12',
  },
  works: {
    lines: 'M62 96V70l38-28 38 28v26M92 96V80h16v16',
    accent: 'M146 96V20h-52M146 30l-16-10M110 20v14M106 34h8v8h-8z',
  },
};

function ErrorPicture({ scene }: { scene: ErrorScene }) {
  const { lines, accent } = scenes[scene];
  return (
    <svg
      viewBox="0 0 200 116"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="w-50 max-w-full"
    >
      <circle cx="100" cy="58" r="54" className="fill-soft" />
      <path d="M24 96h152M40 106c12-6 20-6 32 0s20 6 32 0 20-6 32 0 16 5 24 1" className="stroke-field" />
      <path d={lines} className="stroke-brand" />
      <path d={accent} className="stroke-accent" />
    </svg>
  );
}
