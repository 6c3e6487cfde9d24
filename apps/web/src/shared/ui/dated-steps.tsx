import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

export type DatedStep = {
  /** When the step happens, such as "From 10:48 on 1 December". */
  readonly when: string;
  readonly text?: ReactNode;
  readonly isDone?: boolean;
};

/** Shows what happens when, as numbered steps on a line. Every page with a waiting time uses this list. */
export function DatedSteps({ steps }: { steps: readonly DatedStep[] }) {
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)]">
      {steps.map(({ when, text, isDone = false }, index) => (
        <li
          key={when}
          className="group grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 [&:not(:last-child)]:pb-4 relative"
        >
          <span
            aria-hidden="true"
            className="absolute start-4 top-8 bottom-0 w-px -translate-x-1/2 bg-line group-last:hidden rtl:translate-x-1/2"
          />
          <span
            aria-hidden="true"
            className="grid size-8 place-items-center rounded-full bg-soft text-label font-semibold text-brand digits forced-colors:border"
          >
            {isDone ? <Icon name="check" className="size-4" /> : index + 1}
          </span>
          <div className="min-w-0 pt-1">
            <p className="text-label font-semibold">{when}</p>
            {text && <div className="text-label text-pretty text-muted">{text}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
