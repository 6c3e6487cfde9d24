import { useEffect, useEffectEvent, useRef } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icons.tsx';

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
      <output className="flex gap-2 text-label text-success">
        {isSaved && (
          <>
            <Icon name="success" className="mt-0.5" />
            <span>{t('common.updateSuccess')}</span>
          </>
        )}
      </output>
    </div>
  );
}
