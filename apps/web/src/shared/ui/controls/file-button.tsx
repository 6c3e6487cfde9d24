import { type ComponentProps, useRef } from 'react';
import { Button } from './button.tsx';

type Props = Pick<ComponentProps<typeof Button>, 'look' | 'isBusy' | 'className'> & {
  accept: string;
  label: string;
  onFile: (file: File) => void;
};

export function FileButton({ accept, label, onFile, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="hidden"
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Without this reset, choosing the same file again would fire no event.
          target.value = '';
          if (file) onFile(file);
        }}
      />
      <Button {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
