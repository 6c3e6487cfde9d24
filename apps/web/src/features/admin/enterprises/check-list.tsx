import type { ReactNode } from 'react';
import { cx } from '#shared/lib/cx.ts';
import { Icon } from '#shared/ui/icons.tsx';

export type Check = {
  readonly key: string;
  /** Whether the data is well formed. False asks the administrator to look closer. */
  readonly isFine: boolean;
  readonly text: ReactNode;
};

/** Shows the results of automatic checks of the declared data. The administrator decides. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="grid gap-3">
      {checks.map(({ key, isFine, text }) => (
        <li key={key} className="flex items-start gap-3">
          <Icon
            name={isFine ? 'success' : 'alert'}
            className={cx('mt-0.5', isFine ? 'text-success' : 'text-accent')}
          />
          <div className="min-w-0 wrap-anywhere">{text}</div>
        </li>
      ))}
    </ul>
  );
}
