import { OpenInBrowser } from '#session/open-in-browser.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { inAppBrowser } from '#shared/lib/browser/in-app-browser.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { type Provider, providerNames } from './providers.ts';

export function BlockedNotice({ provider: id }: { provider: Provider }) {
  const t = useT();
  const app = inAppBrowser();
  const provider = providerNames[id];
  if (app === null)
    return (
      <div role="alert">
        <Notice title={t('social.blocked.cookies', { provider })}>
          {t('social.blocked.cookies.advice')}
        </Notice>
      </div>
    );
  return (
    <div role="alert" data-in-app>
      <Notice title={t('social.blocked.inApp', { app: app || t('social.inApp.thisApp'), provider })}>
        <p>{t('social.blocked.inApp.advice')}</p>
        <OpenInBrowser />
      </Notice>
    </div>
  );
}
