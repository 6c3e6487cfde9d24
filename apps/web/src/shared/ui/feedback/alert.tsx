import type { ReactNode } from 'react';
import { useShownText } from '#shared/forms/use-shown-text.ts';
import { cx } from '#shared/lib/cx.ts';
import { Icon } from '#shared/ui/display/icons.tsx';

const tones = {
  error: 'bg-danger-soft text-danger',
  success: 'bg-success-soft text-success',
  info: 'bg-soft text-ink',
} as const;

const icons = { error: 'alert', success: 'success', info: 'info' } as const;

type Props = { tone?: keyof typeof tones; title?: ReactNode; children?: ReactNode; className?: string };

/** A box with an icon and text. Screen readers do not announce it, because it is not a live region. */
export function Notice({ tone = 'info', title, children, className }: Props) {
  return (
    <div
      className={cx(
        'flex gap-3 rounded-control px-4 py-3 text-label forced-colors:border',
        tones[tone],
        className,
      )}
    >
      <Icon name={icons[tone]} className="mt-0.5" />
      <div className="min-w-0 text-pretty wrap-anywhere">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}

/**
 * Shows an error of a whole form or page. The live region is rendered even when empty, because some screen readers do
 * not announce a region that is inserted together with its text.
 */
export function Alert({ text, children }: { text?: string | undefined; children?: ReactNode }) {
  const shown = useShownText(text);
  const isEmpty = !shown && !children;
  return (
    <div role="alert" className={isEmpty ? 'sr-only' : undefined}>
      {!isEmpty && (
        <Notice tone="error">
          {shown}
          {children}
        </Notice>
      )}
    </div>
  );
}
