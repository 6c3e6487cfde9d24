import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { refusalText, safeReference } from '#navigation/sso-refusals.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, ButtonLink } from '#shared/ui/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { BrandRow } from '#features/sign-in/auth-layout/brand.tsx';
import { LanguageSwitch } from '#shared/ui/language-switch.tsx';
import { Reference } from '#shared/ui/feedback/reference.tsx';

/** An error message with a link home. Uses no layout, because the layout may have failed. */
function ErrorPage({
  heading,
  title,
  text,
  isPopup = false,
  children,
}: {
  heading?: PlainKey;
  title: PlainKey;
  text: PlainKey;
  /** The window is an application's popup. It gets a close button instead of a link to the account. */
  isPopup?: boolean;
  children?: ReactNode;
}) {
  const t = useT();
  return (
    <div className="flex min-h-dvh flex-col safe-area px-4 pt-3 pb-8 md:px-8 md:pt-5">
      <header className="flex items-center justify-between gap-3">
        <BrandRow />
        <LanguageSwitch />
      </header>
      <main className="m-auto flex max-w-[32rem] flex-col items-center gap-3 text-center">
        <p className="text-lg font-semibold text-accent">{t(heading ?? 'common.error')}</p>
        <PageTitle title={t(title)} lead={t(text)} />
        {children}
        {isPopup ? (
          <ClosePopup />
        ) : (
          <ButtonLink to={paths.home} className="mt-4">
            {t('common.returnHome')}
          </ButtonLink>
        )}
      </main>
    </div>
  );
}

/** Closes the popup, or explains that the window cannot be closed by script (its address was typed). */
function ClosePopup() {
  const t = useT();
  const [hasTried, setHasTried] = useState(false);
  const close = () => {
    globalThis.close();
    setHasTried(true);
  };
  return (
    <>
      <Button className="mt-4" onClick={close}>
        {t('sso.close')}
      </Button>
      <p aria-live="polite" className="min-h-6 text-muted">
        {hasTried && t('sso.closeByHand')}
      </p>
    </>
  );
}

export function Error401Page() {
  return <ErrorPage title="errors.401.title" text="errors.401.text" />;
}

/** Also shows why a sign-on request was refused, with its reference number if it has one. */
export function Error403Page() {
  const [query] = useSearchParams();
  const reason = refusalText(query.get('code')) ?? (query.has('ref') ? 'sso.invalidRequest' : null);
  return (
    <ErrorPage
      title={reason === null ? 'errors.403.title' : 'sso.refused.title'}
      text={reason ?? 'errors.403.text'}
      isPopup={query.get('mode') === 'window'}
    >
      <Reference
        code={refusalText(query.get('code')) === null ? null : query.get('code')}
        reference={safeReference(query.get('ref'))}
      />
    </ErrorPage>
  );
}

export function Error404Page() {
  return <ErrorPage heading="errors.404.heading" title="errors.404.title" text="errors.404.text" />;
}

export function Error500Page() {
  const [query] = useSearchParams();
  return (
    <ErrorPage title="errors.500.title" text="errors.500.text">
      <Reference code={null} reference={safeReference(query.get('ref'))} />
    </ErrorPage>
  );
}

export function ErrorMaintainPage() {
  return <ErrorPage heading="common.appName" title="errors.maintain.title" text="errors.maintain.text" />;
}

export function ErrorCommingPage() {
  return <ErrorPage heading="common.appName" title="errors.comming.title" text="errors.comming.text" />;
}

/** For a signed-in user without the role of a route. */
export function ForbiddenPage() {
  const t = useT();
  return (
    <div className="mx-auto max-w-lg px-4 py-16 text-center">
      <PageTitle title={t('errors.403.title')} lead={t('errors.403.text')} />
      <ButtonLink to={paths.home} className="mt-6">
        {t('common.returnHome')}
      </ButtonLink>
    </div>
  );
}

/** For specified paths that have no screen yet. */
export function NotOfferedPage() {
  return <ErrorPage heading="common.appName" title="errors.notReady.title" text="errors.notReady.text" />;
}
