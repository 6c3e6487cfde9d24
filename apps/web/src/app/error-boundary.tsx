import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, linkClass } from '#shared/ui/button.tsx';
import { basePath, paths } from '#navigation/paths.ts';

/** What a rendering failure leaves (specification, clause 3). It rests on nothing that may have failed. */
function FailedPage() {
  const t = useT();
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center gap-4 px-4 text-center" role="alert">
      <h1 className="text-2xl">{t('errors.render.title')}</h1>
      <p>{t('errors.processing')}</p>
      <p className="text-muted">{t('errors.tryLater')}</p>
      <Button className="mx-auto mt-2" onClick={() => location.reload()}>
        {t('errors.render.reload')}
      </Button>
      {/* A real navigation: whatever is broken in this page's memory is left behind. */}
      <p>
        <a className={linkClass} href={`${basePath}${paths.home}`}>
          {t('common.returnHome')}
        </a>
      </p>
    </main>
  );
}

type BoundaryProps = { place: string; children: ReactNode };

type BoundaryState = { place: string; hasFailed: boolean };

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place, hasFailed: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true };
  }

  /** Going elsewhere, by the Back button for instance, tries again. */
  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return place === state.place ? null : { place, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <FailedPage /> : this.props.children;
  }
}

export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Boundary place={pathname}>{children}</Boundary>;
}
