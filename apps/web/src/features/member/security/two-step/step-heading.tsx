import { useEffect, useRef } from 'react';

/** The heading of a step that replaces the card's content. It takes the focus, so that screen readers continue there. */
export function StepHeading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus, which the pressed button lost.
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1} className="text-base outline-none">
      {title}
    </h3>
  );
}
