import { type ReactNode, useEffect, useRef } from 'react';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Icon } from '#shared/ui/display/icons.tsx';

type Props = { title: PlainKey; text: PlainKey; children: ReactNode };

export function DoneMessage({ title, text, children }: Props) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus to the heading, because the form that had the focus is unmounted.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col items-start gap-3">
      <span className="grid size-14 place-items-center rounded-full bg-success-soft text-success">
        <Icon name="success" className="size-7" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-lg">
        {t(title)}
      </h2>
      <p className="text-muted">{t(text)}</p>
      {children}
    </div>
  );
}
