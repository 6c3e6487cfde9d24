import { useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, buttonClass } from '#shared/ui/controls/button.tsx';

function intentOf({ protocol, host, pathname, search }: Location): string {
  const intent = `scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW`;
  return `intent://${host}${pathname}${search}#Intent;${intent};category=android.intent.category.BROWSABLE;end`;
}

/**
 * Helps the user open this page outside the in-app browser: by a URL to paste, and on Android also by a link. The texts
 * are in the area `social`.
 */
export function OpenInBrowser() {
  const t = useT();
  const [copying, setCopying] = useState<'done' | 'refused'>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setCopying('done');
    } catch {
      setCopying('refused');
    }
  };
  const isAndroid = /Android/u.test(navigator.userAgent);
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {isAndroid && (
        <a className={buttonClass('secondary')} href={intentOf(location)}>
          {t('social.inApp.open')}
        </a>
      )}
      <Button look="secondary" onClick={() => void copy()}>
        {t(copying === 'done' ? 'social.inApp.copied' : 'social.inApp.copy')}
      </Button>
      {/* Some in-app browsers refuse the clipboard, so show the URL. */}
      {copying === 'refused' && <p className="w-full wrap-anywhere select-all">{location.href}</p>}
    </div>
  );
}
