import * as v from 'valibot';
import { api } from '#shared/api/api.ts';
import { useChange } from '#shared/api/queries.ts';
import { Form } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/button.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { Time } from '#shared/ui/values.tsx';
import { Person } from '#features/admin/audit/audit-texts.tsx';
import { commonEvents } from '#state/common.ts';
import type { AccountDetail } from './accounts.ts';

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
  const add = useChange(
    (text: string) =>
      api.post('/vid/api/admin/accounts/:accountId/notes', { params: { accountId }, body: { text } }),
    'admin/accounts',
  );
  const form = useForm({
    id: 'note',
    schema,
    onSubmit: async ({ note }) => {
      await add.mutateAsync(note);
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
      <SubmitButton isWide={false} look="secondary">
        {t('admin.account.note.add')}
      </SubmitButton>
    </Form>
  );
}
