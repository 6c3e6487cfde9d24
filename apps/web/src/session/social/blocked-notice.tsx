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
  const [copying, setCopying] = useState<'done' | 'refused'>();
  const app = inAppBrowser(navigator.userAgent);
  const name = providerNames[provider];
  const address = `${location.origin}${basePath}${paths.signIn}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopying('done');
    } catch {
      setCopying('refused');
    }
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
            {t(copying === 'done' ? 'social.blocked.copied' : 'social.blocked.copy')}
          </Button>
        )}
        {/* Some of these browsers refuse the clipboard. */}
        {copying === 'refused' && <p className="mt-2 wrap-anywhere select-all">{address}</p>}
      </Notice>
    </div>
  );
}
