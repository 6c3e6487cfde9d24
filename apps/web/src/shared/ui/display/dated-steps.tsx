import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

type DatedStep = {
  /** Time of the step, such as "From 10:48 on 1 December". */
  readonly when: string;
  readonly text?: ReactNode;
  readonly isDone?: boolean;
};

export function DatedSteps({ steps }: { steps: readonly DatedStep[] }) {
  return (
    <ol className="grid gap-4">
      {steps.map(({ when, text, isDone = false }, index) => (
        <li key={when} className="flex gap-3">
          <span
            aria-hidden="true"
            className="grid size-8 shrink-0 place-items-center rounded-full bg-soft text-label font-semibold text-brand digits forced-colors:border"
          >
            {isDone ? <Icon name="check" className="size-4" /> : index + 1}
          </span>
          <div className="min-w-0 text-label text-pretty">
            <p className="font-semibold">{when}</p>
            <div className="text-muted">{text}</div>
          </div>
        </li>
      ))}
    </ol>
  );
}
