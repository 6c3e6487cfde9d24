import { Dialog as Base } from '@base-ui/react/dialog';
import { defaultBrandColours } from '@vid/contract/brand/contrast';
import { colourStyle } from '@vid/contract/brand/style';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { type AppParams, categoryEvents, useCategory } from '#state/category.ts';
import { AuthFrame } from '#features/sign-in/auth-layout/auth-layout.tsx';
import { SignInPage } from '#features/sign-in/password-sign-in/sign-in.page.tsx';

function useShownParams(change: (params: AppParams) => AppParams): void {
  const [changed] = useState(() => {
    const { categories, configurations, imageUrls } = useCategory.getState();
    if (!categories || !configurations || !imageUrls) return undefined;
    const saved = { categories, configurations, imageUrls };
    return { saved, shown: change(saved) };
  });
  // Changes the store, the style sheets and the document's title, which are outside React.
  useEffect(() => {
    if (!changed) return undefined;
    const { title } = document;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(colourStyle(changed.shown.configurations.colours ?? defaultBrandColours));
    document.adoptedStyleSheets.push(sheet);
    categoryEvents.paramsLoaded(changed.shown);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
      // Restore the parameters, unless a save has loaded newer parameters.
      if (useCategory.getState().imageUrls === changed.shown.imageUrls)
        categoryEvents.paramsLoaded(changed.saved);
      document.title = title;
    };
  }, [changed]);
}

type Props = {
  readonly change: (params: AppParams) => AppParams;
  readonly onClose: () => void;
};

export function SignInPreview({ change, onClose }: Props) {
  const t = useT();
  const close = useRef<HTMLButtonElement>(null);
  useShownParams(change);
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Popup
          initialFocus={close}
          className="fixed inset-0 z-[1056] flex flex-col overflow-y-auto bg-bg"
        >
          <AuthFrame>
            <div inert>
              <SignInPage />
            </div>
          </AuthFrame>
          <div className="sticky bottom-0 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-card safe-area px-4 py-3 md:px-8">
            <div className="min-w-0">
              <Base.Title className="font-semibold">{t('admin.params.previewPage.title')}</Base.Title>
              <Base.Description className="text-sm text-muted">
                {t('admin.params.previewPage.note')}
              </Base.Description>
            </div>
            <Button ref={close} look="secondary" onClick={onClose} text="common.close" />
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
