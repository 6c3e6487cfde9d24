import { maxCounted } from '@vid/contract/limits';
import { formatNumber } from '#shared/i18n/format.ts';
import { cx } from '#shared/lib/cx.ts';
import { Link } from '#shared/ui/controls/link.tsx';

export const waitingText = (waiting: number): string =>
  `${formatNumber(waiting)}${waiting < maxCounted ? '' : '+'}`;

type Tab = {
  readonly key: string;
  readonly label: string;
  readonly to: string;
  /** Number of waiting items; undefined while it is unknown. */
  readonly count?: number | undefined;
};

type Props = { label: string; tabs: readonly Tab[]; current: string };

export function QueueTabs({ label, tabs, current }: Props) {
  return (
    <nav aria-label={label} className="mb-6 border-b border-line">
      <ul className="flex flex-wrap gap-x-2 sm:gap-x-6">
        {tabs.map(({ key, label: text, to, count }) => (
          <li key={key}>
            <Link
              to={to}
              aria-current={key === current ? 'page' : undefined}
              className={cx(
                '-mb-px inline-flex min-h-11 items-center gap-1 border-b-2 text-[0.8125rem] font-semibold no-underline sm:gap-2 sm:px-1 sm:text-base',
                key === current ? 'border-brand text-brand' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {text}
              {count !== undefined && count > 0 && (
                <span className="digits rounded-full bg-soft px-1 text-brand sm:px-2 sm:text-sm">
                  {waitingText(count)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
