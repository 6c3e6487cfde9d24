import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { isTyping } from '#shared/lib/is-typing.ts';
import { Icon } from '#shared/ui/icons.tsx';
import { IconButton } from '#shared/ui/button.tsx';
import type { ListView } from './use-list-view.ts';

/** The search field of a list. `/` focuses it; Enter searches. */
export function SearchField({
  label,
  view,
}: {
  label: string;
  view: Pick<ListView, 'search' | 'setSearch'>;
}) {
  const t = useT();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(view.search);
  const [shown, setShown] = useState(view.search);
  // Back and a cleared filter change the search from outside.
  if (shown !== view.search) {
    setShown(view.search);
    setTyped(view.search);
  }
  // Listens to the whole page.
  useEffect(() => {
    const focus = (press: KeyboardEvent) => {
      if (press.key !== '/' || press.ctrlKey || press.metaKey || press.altKey || isTyping(press.target))
        return;
      press.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  const submit = (submitted: SubmitEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    view.setSearch(typed.trim());
  };
  return (
    <search className="w-full min-w-0 sm:max-w-[28rem] sm:flex-1">
      <form noValidate onSubmit={submit} className="relative">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <Icon name="search" className="pointer-events-none absolute start-4 top-4 text-muted" />
        <input
          ref={input}
          id={id}
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          enterKeyHint="search"
          placeholder={label}
          aria-keyshortcuts="/"
          className="control ps-12 pe-12 [&::-webkit-search-cancel-button]:hidden"
          value={typed}
          onChange={(change) => setTyped(change.target.value)}
        />
        {typed !== '' && (
          <IconButton
            icon="close"
            label={t('list.clearSearch')}
            className="absolute end-0.5 top-0.5"
            onClick={() => {
              setTyped('');
              view.setSearch('');
              input.current?.focus();
            }}
          />
        )}
      </form>
    </search>
  );
}
