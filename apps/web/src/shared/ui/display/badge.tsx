import { type Labelled, useLabel } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { PageIcon, type PageIconName } from '../page/page-icon.tsx';

const tones = {
  plain: 'border-line px-2 font-semibold text-muted',
  /** For the usual state in a list, so that other states stand out. */
  quiet: 'border-transparent text-muted',
  brand: 'border-transparent bg-soft px-2 font-semibold text-brand',
  success: 'border-transparent bg-success-soft px-2 font-semibold text-success',
  accent: 'border-accent px-2 font-semibold text-accent',
  danger: 'border-transparent bg-danger-soft px-2 font-semibold text-danger',
} as const;

type Props = Labelled & { tone?: keyof typeof tones; icon?: PageIconName };

export function Badge({ tone = 'plain', icon, ...label }: Props) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-2 rounded-md border py-1 text-sm md:whitespace-nowrap',
        tones[tone],
      )}
    >
      {icon && <PageIcon name={icon} className="size-4" />}
      {useLabel(label)}
    </span>
  );
}
