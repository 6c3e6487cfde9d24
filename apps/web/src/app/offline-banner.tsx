import { useT } from '#shared/i18n/use-t.ts';
import { Icon } from '#shared/ui/icons.tsx';
import { useCommon } from '#state/common.ts';

/**
 * Says that the browser is offline, or that a page or a part of a page waits for the network. The banner is sticky and
 * last in the page, so that the footer can be scrolled clear of the banner.
 */
export function OfflineBanner() {
  const t = useT();
  const isOffline = useCommon((state) => state.isOffline);
  const isPageWaiting = useCommon((state) => state.isPageWaiting);
  return (
    <output className="sticky bottom-0 z-[1065] block">
      {(isOffline || isPageWaiting) && (
        <p className="flex items-center justify-center gap-2 border-t border-danger bg-danger-soft px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-label text-balance text-danger">
          <Icon name="alert" />
          {t(isPageWaiting ? 'errors.pageWaiting' : 'errors.windowNetworkError')}
        </p>
      )}
    </output>
  );
}
