import type { ReactNode } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';

type Props = {
  /** Secret to show; null closes the dialog. */
  secret: string | null;
  onClose: () => void;
  title: string;
  texts: 'apps.clients.secret' | 'webhooks.secret';
  children?: ReactNode;
};

/**
 * Shows a new secret, which cannot be shown again. Only the button that confirms that the secret is stored closes the
 * dialog.
 */
export function SecretDialog({ secret, onClose, title, texts, children }: Props) {
  const t = useT();
  return (
    <Dialog
      isOpen={secret !== null}
      isKept
      onClose={onClose}
      title={title}
      lead={t(`${texts}.once`)}
      actions={
        <>
          <Button look="secondary" onClick={() => void copyText(secret ?? '', `${texts}.copied`)}>
            {t(`${texts}.copy`)}
          </Button>
          <Button onClick={onClose}>{t(`${texts}.done`)}</Button>
        </>
      }
    >
      {children}
      <code dir="ltr" translate="no" className="block rounded-control bg-soft px-4 py-3 font-mono break-all">
        {secret}
      </code>
    </Dialog>
  );
}
