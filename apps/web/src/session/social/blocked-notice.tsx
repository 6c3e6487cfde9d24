import { useState } from 'react';
import { basePath, paths } from '#navigation/paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { inAppBrowser } from './in-app-browser.ts';
import { type Provider, providerNames } from './providers.ts';

/** Says that this browser cannot sign in with a provider, and what to do instead. */
export function BlockedNotice({ provider }: { provider: Provider }) {
  const t = useT();
  const [isCopied, setIsCopied] = useState(false);
  const app = inAppBrowser(navigator.userAgent);
  const name = providerNames[provider];
  const copy = async () => {
    await navigator.clipboard.writeText(`${location.origin}${basePath}${paths.signIn}`);
    setIsCopied(true);
  };
  return (
    <div role="alert">
      <Notice
        title={
          app === null
            ? t('social.blocked.cookies', { provider: name })
            : t('social.blocked.inApp', { app, provider: name })
        }
      >
        <p>{app === null ? t('social.blocked.cookies.advice') : t('social.blocked.inApp.advice')}</p>
        {app !== null && (
          <Button look="secondary" className="mt-3" onClick={() => void copy()}>
            {t(isCopied ? 'social.blocked.copied' : 'social.blocked.copy')}
          </Button>
        )}
      </Notice>
    </div>
  );
}
