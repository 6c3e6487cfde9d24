import type { ReactNode } from 'react';
import { cx } from '#shared/lib/cx.ts';

/**
 * Placeholder for a line of text, in the size of the surrounding text. With `text`, it has as many lines as the text.
 */
export const Bone = ({ className = 'w-40', text }: { className?: string; text?: string }) =>
  text === undefined ? (
    <span aria-hidden="true" className={cx('bone bone-line', className)} />
  ) : (
    <span aria-hidden="true" className="bone inline! box-decoration-clone text-transparent">
      {text}
    </span>
  );

/**
 * Placeholder for data that is loading. Its children have the layout of the data (by default, list rows) and may be the
 * page's own components. Stays invisible for the first 300 ms, and is hidden from screen readers, because the shell
 * says that the page is loading.
 */
export function Skeleton({ children = <BoneRows /> }: { children?: ReactNode }) {
  return (
    <div aria-hidden="true" inert className="animate-appear">
      {children}
    </div>
  );
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

type RowsProps = {
  count?: number;
  mark?: string;
  className?: string;
};

export const BoneRows = ({ count = 3, mark, className = 'py-3' }: RowsProps) => (
  <div className="divide-y divide-line">
    {times(count).map((row) => (
      <div key={row} className={cx('flex gap-4 first:pt-0 last:pb-0', className)}>
        {mark !== undefined && <span className={cx('bone shrink-0 rounded-full', mark)} />}
        <div>
          <Bone />
          <Bone className="mt-1 w-56 text-sm" />
        </div>
      </div>
    ))}
  </div>
);

export const BoneButtons = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <span
      key={text}
      aria-hidden="true"
      className="bone min-h-12 w-fit rounded-control border border-transparent px-6 py-2 text-center font-semibold text-transparent"
    >
      {text}
    </span>
  ));

export const BoneBadges = ({ texts }: { texts: readonly string[] }) => (
  <span aria-hidden="true" className="flex flex-wrap gap-2">
    {texts.map((text) => (
      <span
        key={text}
        className="bone rounded-md border border-transparent px-2 py-1 text-sm font-semibold text-transparent"
      >
        {text}
      </span>
    ))}
  </span>
);

export const BoneFields = ({ labels }: { labels: readonly string[] }) => (
  <div className="grid gap-4">
    {labels.map((label) => (
      <div key={label}>
        <p className="mb-2 text-label font-semibold">{label}</p>
        <span className="bone h-13 rounded-control" />
      </div>
    ))}
  </div>
);

export const BoneMark = () => <span className="mt-1 bone size-14 shrink-0 rounded-card" />;
