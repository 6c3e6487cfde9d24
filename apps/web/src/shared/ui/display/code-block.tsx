import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';

export function CodeBlock({ name, code }: { name: string; code: string }) {
  const t = useT();
  return (
    <div className="min-w-0 overflow-hidden rounded-control border border-line">
      <div className="flex items-center justify-between gap-2 border-b border-line bg-soft ps-4">
        <p className="min-w-0 text-sm font-semibold wrap-anywhere">{name}</p>
        <Button
          look="ghost"
          className="shrink-0"
          aria-label={t('code.copy.named', { name })}
          onClick={() => void copyText(code, 'code.copied')}
          text="account.copy"
        />
      </div>
      {/* Not a section: landmarks need different names, and two blocks may have the same name. */}
      <figure
        aria-label={name}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto bg-bg p-4 focus-visible:-outline-offset-2"
      >
        <pre dir="ltr" lang="en" translate="no" className="w-fit text-sm">
          <code>{code}</code>
        </pre>
      </figure>
    </div>
  );
}
