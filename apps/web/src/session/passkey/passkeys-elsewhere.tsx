import { OpenInBrowser } from '#session/open-in-browser.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { inAppBrowser } from '#shared/lib/browser/in-app-browser.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';

/**
 * Says that the in-app browser cannot use passkeys, and how to open the page in a browser. On the sign-in page, a
 * blocked provider's notice replaces it, because both offer the same buttons.
 */
export function PasskeysElsewhere() {
  const t = useT();
  return (
    <Notice className="[.social-place:has([data-in-app])~*_&]:hidden">
      {t('social.inApp.noPasskeys', { app: inAppBrowser() || t('social.inApp.thisApp') })}
      <OpenInBrowser />
    </Notice>
  );
}
