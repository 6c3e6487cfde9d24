import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { isTyping } from '#shared/lib/is-typing.ts';
import { IconButton } from '#shared/ui/button.tsx';
import type { ListView } from './use-list-view.ts';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { Icon } from '#shared/ui/icons.tsx';

type Props = { label: string; view: Pick<ListView, 'search' | 'setSearch'> };

/** Shows the search field of a list. The key `/` focuses the field. Enter and the button start the search. */
export function SearchField({ label, view }: Props) {
  const t = useT();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(view.search);
  const [shown, setShown] = useState(view.search);
  // Update the field when the search has changed outside it, by Back or by a removed filter.
  if (shown !== view.search) {
    setShown(view.search);
    setTyped(view.search);
  }
  // Listens for `/` on the whole page.
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
    <search className="w-full min-w-0">
      <form noValidate onSubmit={submit} className="flex max-w-[40rem] gap-2">
        <div className="relative min-w-0 flex-1">
          <label htmlFor={id} className="sr-only">
            {label}
          </label>
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
            className={cx(
              'control min-h-11 truncate py-2 [&::-webkit-search-cancel-button]:hidden',
              typed !== '' && 'pe-12',
            )}
            value={typed}
            onChange={(change) => setTyped(change.target.value)}
          />
          {typed !== '' && (
            <IconButton
              icon={<Icon name="close" />}
              label={t('list.clearSearch')}
              // `bg-clip-padding` keeps the border of the field visible when the button is hovered.
              className="absolute end-0 top-0 max-h-11 border border-transparent bg-clip-padding"
              onClick={() => {
                setTyped('');
                view.setSearch('');
                input.current?.focus();
              }}
            />
          )}
        </div>
        <IconButton
          type="submit"
          icon={<PageIcon name="search" />}
          label={t('list.search')}
          className="max-h-11 border border-field bg-card"
        />
      </form>
    </search>
  );
}
