import { useEffect, useRef } from 'react';
import { renderMessage } from '#shared/forms/message.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { IconButton } from '#shared/ui/controls/button.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';
import { type Notification, notify, useNotifications } from './notify.ts';

const visibleMs = 6000;

/**
 * Shows the results of actions. The two live regions are always mounted: successes are announced politely, errors
 * assertively. An error stays until the user dismisses it, three newer results have replaced it, or the session ends or
 * changes. A success disappears after a while, unless it is hovered or focused.
 */
export function Notifications() {
  const t = useT();
  const all = useNotifications();
  return (
    <section
      aria-label={t('common.notifications')}
      className="notifications flex flex-col items-center gap-2"
    >
      {(['error', 'success'] as const).map((tone) => (
        <div key={tone} role={tone === 'error' ? 'alert' : 'status'} className="flex w-full flex-col gap-2">
          {all
            .filter((notification) => notification.tone === tone)
            .map((notification) => (
              <Item key={notification.id} notification={notification} dismissLabel={t('common.dismiss')} />
            ))}
        </div>
      ))}
    </section>
  );
}

function Item({ notification, dismissLabel }: { notification: Notification; dismissLabel: string }) {
  const box = useRef<HTMLDivElement>(null);
  // Renders the text again when the language changes.
  useLocale();
  // Starts a browser timer that dismisses a success, unless it is then hovered or has the focus.
  useEffect(() => {
    if (notification.tone === 'error') return undefined;
    const timer = setInterval(() => {
      if (!box.current?.matches(':hover, :focus-within')) notify.dismiss(notification.id);
    }, visibleMs);
    return () => clearInterval(timer);
  }, [notification]);
  return (
    <div
      ref={box}
      className="pointer-events-auto flex w-full items-start gap-3 rounded-control border border-line bg-card py-2 ps-4 pe-2 lift-pop"
    >
      <Icon
        name={notification.tone === 'error' ? 'alert' : 'success'}
        className={cx('mt-3', notification.tone === 'error' ? 'text-danger' : 'text-success')}
      />
      <p className="min-w-0 flex-1 py-3 text-label">{renderMessage(notification.text)}</p>
      <IconButton
        icon={<Icon name="close" />}
        label={dismissLabel}
        onClick={() => notify.dismiss(notification.id)}
      />
    </div>
  );
}
