import { linksOf, type ShownMenuItem } from '#navigation/menu/menu.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';

const listKeys = [
  ['/', 'shell.keys.search'],
  ['Space', 'shell.keys.select'],
] as const;
const pageKeys = [
  ['Tab', 'shell.keys.next'],
  ['Enter', 'shell.keys.open'],
  ['?', 'shell.keys.help'],
] as const;

type Props = { menu: readonly ShownMenuItem[]; isOpen: boolean; onClose: () => void };

export function KeysHelp({ menu, isOpen, onClose }: Props) {
  const t = useT();
  const hasSearch = document.querySelector('[type=search]') !== null;
  // Controls name their shortcuts in `aria-keyshortcuts`, from which the dialog lists them.
  const controls = [...document.querySelectorAll<HTMLElement>('main [aria-keyshortcuts]:not([type=search])')];
  const links = linksOf(menu).filter(({ key }) => key !== undefined);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('shell.keys')}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <Keys
        title={t('shell.keys.page')}
        keys={[
          ...controls.map(
            (control) => [[control.getAttribute('aria-keyshortcuts') ?? ''], nameOf(control)] as const,
          ),
          ...[...(hasSearch ? listKeys : []), ...pageKeys].map(([key, text]) => [[key], t(text)] as const),
        ]}
      />
      <Keys
        title={t('shell.keys.go')}
        keys={links.map(({ key = '', messageId }) => [['g', key], t(messageId)])}
      />
    </Dialog>
  );
}

const nameOf = (control: HTMLElement): string =>
  [...control.childNodes]
    .filter((node) => node.nodeName !== 'KBD')
    .map(({ textContent }) => textContent)
    .join('');

type KeysProps = { title: string; keys: readonly (readonly [keys: readonly string[], text: string])[] };

function Keys({ title, keys }: KeysProps) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-label font-semibold">{title}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 text-label sm:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]">
        {keys.map(([combination, text]) => (
          <div key={combination.join(' ')} className="contents">
            <dt dir="ltr" className="flex gap-1">
              {combination.map((key) => (
                <kbd key={key} className="rounded-sm border border-field px-2 py-1 text-sm">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
