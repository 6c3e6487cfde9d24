import { useEffect, useEffectEvent, useRef } from 'react';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { SubmitButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icons.tsx';

/**
 * Says where a change was made that it is saved. The live region is rendered even when empty, so that screen readers
 * announce the text.
 */
export function Saved({ text, className }: { text: PlainKey | false | null; className?: string }) {
  const t = useT();
  return (
    <output className={text ? cx('flex gap-2 text-label text-success', className) : 'sr-only'}>
      {text && (
        <>
          <Icon name="success" className="mt-0.5" />
          <span>{t(text)}</span>
        </>
      )}
    </output>
  );
}

type Props = {
  isSaved: boolean;
  /** Called when the user changes the form again. */
  onChanged: () => void;
};

/** Shows the button that saves the enclosing form, and beside it that the changes are saved. */
export function SaveRow({ isSaved, onChanged }: Props) {
  const t = useT();
  const row = useRef<HTMLDivElement>(null);
  const changed = useEffectEvent(onChanged);
  // The values of the form are in the DOM.
  useEffect(() => {
    const form = row.current?.closest('form');
    const listen = () => changed();
    form?.addEventListener('input', listen);
    return () => form?.removeEventListener('input', listen);
  }, []);
  return (
    <div ref={row} className="flex flex-wrap items-center gap-4">
      <SubmitButton isWide={false}>{t('account.saveChanges')}</SubmitButton>
      <Saved text={isSaved && 'common.updateSuccess'} />
    </div>
  );
}
