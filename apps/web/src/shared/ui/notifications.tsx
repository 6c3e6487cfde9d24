import { useEffect, useRef } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icons.tsx';
import { type Notification, notify, useNotifications } from './notify.ts';

const stayMs = 6000;

/**
 * What happened, in a corner, and below the header where that has menus. The two live regions are always in the
 * page: a success is said politely, an error at once. Errors stay until they are dismissed; a success goes by
 * itself, but not under the pointer or the focus.
 */
export function Notifications() {
  const t = useT();
  const all = useNotifications();
  return (
    <section
      aria-label={t('common.notifications')}
      className="pointer-events-none fixed inset-x-3 top-(--notices-top,0.75rem) z-[1070] flex flex-col items-center gap-2 md:inset-x-auto md:end-5 md:top-(--notices-top,1.25rem) md:w-96"
    >
      {(['error', 'success'] as const).map((tone) => (
        <div key={tone} role={tone === 'error' ? 'alert' : 'status'} className="flex w-full flex-col gap-2">
          {all
            .filter((one) => one.tone === tone)
            .map((one) => (
              <Item key={one.id} one={one} dismissLabel={t('common.dismiss')} />
            ))}
        </div>
      ))}
    </section>
  );
}

function Item({ one, dismissLabel }: { one: Notification; dismissLabel: string }) {
  const box = useRef<HTMLDivElement>(null);
  // A timer of the browser.
  useEffect(() => {
    if (one.tone === 'error') return undefined;
    const timer = setInterval(() => {
      if (!box.current?.matches(':hover, :focus-within')) notify.dismiss(one.id);
    }, stayMs);
    return () => clearInterval(timer);
  }, [one]);
  return (
    <div
      ref={box}
      className="pointer-events-auto flex w-full items-start gap-3 rounded-control border border-line bg-card py-1.5 ps-4 pe-1.5 lift-pop"
    >
      <Icon
        name={one.tone === 'error' ? 'alert' : 'success'}
        className={cx('mt-3', one.tone === 'error' ? 'text-danger' : 'text-success')}
      />
      <p className="min-w-0 flex-1 py-2.5 text-label">{one.text}</p>
      <IconButton icon="close" label={dismissLabel} onClick={() => notify.dismiss(one.id)} />
    </div>
  );
}
