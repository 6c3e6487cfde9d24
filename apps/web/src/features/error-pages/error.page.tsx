import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { refusalText } from '#features/sso/flow/sso-refusals.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, ButtonLink } from '#shared/ui/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { BrandRow } from '#features/sign-in/auth-layout/brand-row.tsx';
import { LanguageSwitch } from '#shared/ui/language-switch.tsx';
import { Reference } from './reference.tsx';

/** One page that says what is wrong and leads home. It stands alone: the layout may be part of what failed. */
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
  /** Opened by an application for this one request: the account's pages have no place in it. */
  isPopup?: boolean;
  children?: ReactNode;
}) {
  const t = useT();
  return (
    <div className="flex min-h-dvh flex-col px-4 pt-3 pb-8 md:px-8 md:pt-5">
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

/** Whoever typed the address is in no popup: what cannot be closed says so. */
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

/** Where refused single sign-on ends too: with the reason and, where there is one, the number to ask about. */
export function Error403Page() {
  const [query] = useSearchParams();
  const reason = refusalText(query.get('code')) ?? (query.has('ref') ? 'sso.invalidRequest' : null);
  return (
    <ErrorPage
      title={reason === null ? 'errors.403.title' : 'sso.refused.title'}
      text={reason ?? 'errors.403.text'}
      isPopup={query.get('mode') === 'window'}
    >
      <Reference code={reason === null ? null : query.get('code')} raw={query.get('ref')} />
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
      <Reference code={null} raw={query.get('ref')} />
    </ErrorPage>
  );
}

export function ErrorMaintainPage() {
  return <ErrorPage heading="common.appName" title="errors.maintain.title" text="errors.maintain.text" />;
}

export function ErrorCommingPage() {
  return <ErrorPage heading="common.appName" title="errors.comming.title" text="errors.comming.text" />;
}

/** For a person who lacks the role of a route. */
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

/** For addresses of the specification that this server does not fill yet. */
export function NotOfferedPage() {
  return <ErrorPage heading="common.appName" title="errors.notReady.title" text="errors.notReady.text" />;
}
