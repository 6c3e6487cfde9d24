import { useSend } from '#shared/api/queries.ts';
import * as v from 'valibot';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/controls/button.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { Time } from '#shared/ui/display/values.tsx';
import { Person } from '#features/admin/audit/audit-log.tsx';
import { commonEvents } from '#state/common.ts';
import type { AccountDetail } from './accounts.tsx';

const maxLength = 2_000;
const schema = v.object({
  note: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(message('admin.account.note.required')),
    v.maxLength(maxLength),
  ),
});

export function NotesCard({ account }: { account: AccountDetail }) {
  const t = useT();
  return (
    <Card title={t('admin.account.notes')} lead={t('admin.account.notes.lead')}>
      <NoteForm accountId={account.id} />
      {account.notes.length > 0 && (
        <ul className="mt-6 divide-y divide-line">
          {account.notes.map((note) => (
            <li key={note.id} className="py-3 first:pt-0 last:pb-0">
              <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
              <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
                {note.author ? (
                  <Person person={note.author} />
                ) : (
                  <span>{t('admin.account.note.former')}</span>
                )}
                <Time at={note.createdAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function NoteForm({ accountId }: { accountId: string }) {
  const t = useT();
  const add = useSend('POST /vid/api/admin/accounts/:accountId/notes', { accountId }, 'admin/accounts');
  const form = useForm({
    id: 'note',
    schema,
    onSubmit: async ({ note }) => {
      await add.mutateAsync({ text: note });
      form.ref.current?.reset();
      commonEvents.succeeded('admin.account.note.added');
    },
  });
  return (
    <Form form={form} className="grid max-w-[36rem] grid-cols-[minmax(0,1fr)] gap-4">
      <TextAreaField
        name="note"
        label={t('admin.account.note')}
        hint={t('admin.account.note.hint')}
        rows={3}
        maxLength={maxLength}
      />
      <SubmitButton isWide={false} look="secondary" text="admin.account.note.add" />
    </Form>
  );
}
