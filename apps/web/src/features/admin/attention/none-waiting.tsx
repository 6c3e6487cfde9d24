import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';

export function NoneWaiting({ text }: { text: PlainKey }) {
  const t = useT();
  return (
    <p className="flex items-start gap-3">
      <PageIcon name="success" className="mt-0.5 shrink-0 text-success" />
      {t(text)}
    </p>
  );
}
