import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { isShortcut } from '#shared/lib/browser/is-typing.ts';
import { IconButton } from '#shared/ui/controls/button.tsx';
import type { ListView } from './use-list-view.ts';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';

const debounceMs = 250;

/** A single letter matches too much. */
const isLongEnough = (typed: string): boolean => typed.length !== 1;

type Props = {
  label: string;
  view: Pick<ListView, 'search' | 'setSearch'>;
  /** Returns whether the field searches for a typed text before the user presses Enter. */
  isSearchable?: ((typed: string) => boolean) | undefined;
  /** Other values that the search finds. Shown on a phone, where the label must be short. */
  hint?: string | undefined;
  /** Path of the only match, which Enter opens. Null if there are no matches or several; undefined while searching. */
  onlyMatch?: string | null | undefined;
};

/** The search field of a list, which searches while the user types. The key `/` focuses it. */
export function SearchField({ label, view, isSearchable = isLongEnough, hint, onlyMatch }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(view.search);
  const [shown, setShown] = useState(view.search);
  const [sent, setSent] = useState(view.search);
  const [entered, setEntered] = useState('');
  // Update the field when Back or a removed filter has changed the search.
  if (shown !== view.search) {
    setShown(view.search);
    if (view.search !== sent) setTyped(view.search);
  }
  const search = (text: string) => {
    setSent(text);
    if (text !== view.search) view.setSearch(text);
  };
  // Waits for a pause in typing, then searches.
  useEffect(() => {
    const text = typed.trim();
    if (text === sent || !isSearchable(text)) return undefined;
    const { pathname } = location;
    // Do not search after the user has left the page, because a search navigates to the list.
    const timer = setTimeout(() => location.pathname === pathname && search(text), debounceMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing starts a search
  }, [typed, sent]);
  // Listens for `/` on the whole page.
  useEffect(() => {
    const focus = (press: KeyboardEvent) => {
      if (press.key !== '/' || !isShortcut(press)) return;
      press.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  const isEntered = entered !== '' && entered === view.search;
  // Forget an Enter that found no single match: a filter or a poll that leaves one match later must not open its page.
  if (isEntered && onlyMatch === null) setEntered('');
  // Opens the only match, even if the search response arrives after Enter.
  useEffect(() => {
    if (isEntered && typeof onlyMatch === 'string') void navigate(onlyMatch);
  }, [onlyMatch, isEntered, navigate]);
  const submit = (submitted: SubmitEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const text = typed.trim();
    setEntered(text);
    search(text);
  };
  return (
    <search className="min-w-0 grow basis-40 md:max-w-80 md:basis-52">
      <form noValidate onSubmit={submit} className="relative">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <PageIcon
          name="search"
          className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-muted"
        />
        <input
          ref={input}
          id={id}
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          enterKeyHint="search"
          placeholder={label}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          title={hint}
          aria-keyshortcuts="/"
          className={cx(
            'control min-h-11! truncate py-1! ps-8! text-base md:min-h-9! md:text-label [&::-webkit-search-cancel-button]:hidden',
            typed !== '' && 'pe-12!',
          )}
          value={typed}
          onChange={(change) => {
            setTyped(change.target.value);
            setEntered('');
          }}
        />
        {typed !== '' && (
          <IconButton
            icon={<Icon name="close" className="size-4" />}
            label={t('list.clearSearch')}
            // `bg-clip-padding` keeps the field's border visible when the button is hovered.
            className="absolute end-0 top-0 max-h-11 border border-transparent bg-clip-padding md:max-h-9"
            onClick={() => {
              setTyped('');
              search('');
              input.current?.focus();
            }}
          />
        )}
      </form>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted md:sr-only">
          {hint}
        </p>
      )}
    </search>
  );
}
