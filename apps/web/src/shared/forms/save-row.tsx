import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { SubmitButton } from '#shared/ui/controls/button.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';

/**
 * Says next to a form that its change is saved. The live region is rendered even when empty, so that screen readers
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

type SavedState = {
  readonly isSaved: boolean;
  readonly onChanged: () => void;
  /** Sends the form, and then says that it is saved, unless the user has changed a field in the meantime. */
  readonly run: (send: () => Promise<void>) => Promise<void>;
};

export function useSaved(): SavedState {
  const [isSaved, setIsSaved] = useState(false);
  const changes = useRef(0);
  return {
    isSaved,
    onChanged() {
      changes.current += 1;
      setIsSaved(false);
    },
    async run(send) {
      const sent = changes.current;
      setIsSaved(false);
      await send();
      setIsSaved(changes.current === sent);
    },
  };
}

export function SaveRow({ saved: { isSaved, onChanged } }: { saved: SavedState }) {
  const t = useT();
  const row = useRef<HTMLDivElement>(null);
  const changed = useEffectEvent(onChanged);
  // Listens to input in the form, whose values are in the DOM and not in React's state.
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
