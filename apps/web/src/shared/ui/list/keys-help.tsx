import { useEffect, useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { isTyping } from '#shared/lib/is-typing.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';

const keys = ['/', 'Tab', 'Space', 'Enter', '?'] as const;
const texts = {
  '/': 'list.keys.search',
  Tab: 'list.keys.next',
  Space: 'list.keys.select',
  Enter: 'list.keys.open',
  '?': 'list.keys.help',
} as const satisfies Record<(typeof keys)[number], string>;

/** Shows a dialog with the keyboard shortcuts of a list. The key `?` opens the dialog. */
export function KeysHelp() {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  // Listens for `?` on the whole page.
  useEffect(() => {
    const open = (press: KeyboardEvent) => {
      if (press.key !== '?' || press.ctrlKey || press.metaKey || press.altKey || isTyping(press.target))
        return;
      press.preventDefault();
      setIsOpen(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
      title={t('list.keys')}
      actions={<Button onClick={() => setIsOpen(false)}>{t('common.close')}</Button>}
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3">
        {keys.map((key) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-sm border border-field px-2 py-1 text-sm">{key}</kbd>
            </dt>
            <dd>{t(texts[key])}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
