import { useT } from '#shared/i18n/use-t.ts';
import { Icon } from '#shared/ui/icons.tsx';
import { useCommon } from '#state/common.ts';

/** Shown while the browser is offline. */
export function OfflineBanner() {
  const t = useT();
  const isOffline = useCommon((state) => state.isOffline);
  return (
    <output>
      {isOffline && (
        <p className="fixed inset-x-0 bottom-0 z-[1065] flex items-center justify-center gap-2 border-t border-danger bg-danger-soft px-4 py-3 text-label text-danger">
          <Icon name="alert" />
          {t('errors.windowNetworkError')}
        </p>
      )}
    </output>
  );
}
