import { Fragment, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#shared/ui/controls/button.tsx';

type Props = {
  first: number;
  min?: number;
  max?: number;
  add: string;
  remove: string;
  children: (index: number) => ReactNode;
};

export function EntryList({ first, min = 0, max = Infinity, add, remove, children }: Props) {
  const [count, setCount] = useState(first);
  const buttons = useRef<HTMLDivElement>(null);
  const change = (next: number) => {
    flushSync(() => setCount(next));
    // The form reads its values on `input`, which adding and removing fields does not fire.
    buttons.current?.dispatchEvent(new Event('input', { bubbles: true }));
    // At the limit, React unmounts the pressed button, which loses the focus.
    if (document.activeElement === document.body) buttons.current?.querySelector('button')?.focus();
  };
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <Fragment key={index}>{children(index)}</Fragment>
      ))}
      <div ref={buttons} className="flex flex-wrap gap-3">
        {count < max && (
          <Button look="secondary" onClick={() => change(count + 1)}>
            {add}
          </Button>
        )}
        {count > min && (
          <Button look="secondary" onClick={() => change(count - 1)}>
            {remove}
          </Button>
        )}
      </div>
    </>
  );
}
