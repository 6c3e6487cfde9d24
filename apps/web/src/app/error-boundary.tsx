import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, linkClass } from '#shared/ui/button.tsx';
import { basePath, paths } from '#navigation/paths.ts';

/** Shows the error screen of the specification, clause 3. Depends on nothing that may have failed. */
function FailedPage() {
  const t = useT();
  return (
    <main className="mx-auto grid w-full max-w-lg grow content-center gap-4 px-4 text-center" role="alert">
      <h1 className="text-2xl">{t('errors.render.title')}</h1>
      <p>{t('errors.processing')}</p>
      <p className="text-muted">{t('errors.tryLater')}</p>
      <Button className="mx-auto mt-2" onClick={() => location.reload()}>
        {t('errors.render.reload')}
      </Button>
      {/* This link loads the whole page again, which discards the broken state. */}
      <p>
        <a className={linkClass} href={`${basePath}${paths.home}`}>
          {t('common.returnHome')}
        </a>
      </p>
    </main>
  );
}

type BoundaryProps = { pathname: string; children: ReactNode };

type BoundaryState = { pathname: string; hasFailed: boolean };

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { pathname: this.props.pathname, hasFailed: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true };
  }

  /** Renders the children again when the path changes, for example after Back. */
  static getDerivedStateFromProps({ pathname }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return pathname === state.pathname ? null : { pathname, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <FailedPage /> : this.props.children;
  }
}

export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Boundary pathname={pathname}>{children}</Boundary>;
}
