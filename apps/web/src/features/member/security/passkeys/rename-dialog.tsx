import * as v from 'valibot';
import type { Passkey } from '#session/passkey/use-passkeys.ts';
import { nameRule } from '#shared/forms/name-rule.ts';
import { Form } from '#shared/forms/form.tsx';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, SubmitButton } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { useRenamePasskey } from './passkeys.ts';

const schema = v.object({ name: nameRule() });

/** Asks for a passkey's new name. Null closes the dialog. */
export function RenameDialog({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog isOpen={passkey !== null} onClose={onClose} title={t('passkey.rename.title')}>
      {passkey && <RenameForm passkey={passkey} onDone={onClose} />}
    </Dialog>
  );
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const t = useT();
  const rename = useRenamePasskey();
  const form = useForm({
    id: 'passkey-name',
    schema,
    async onSubmit({ name }) {
      await rename.mutateAsync({ id: passkey.id, name });
      onDone();
    },
  });
  return (
    <Form form={form}>
      <TextField
        name="name"
        label={t('passkey.name')}
        hint={t('passkey.name.hint')}
        defaultValue={passkey.name}
        autoComplete="off"
        enterKeyHint="done"
      />
      <div className="flex flex-col-reverse gap-3 md:flex-row md:justify-end">
        <Button look="secondary" onClick={onDone}>
          {t('common.cancel')}
        </Button>
        <SubmitButton isWide={false}>{t('passkey.name.save')}</SubmitButton>
      </div>
    </Form>
  );
}
