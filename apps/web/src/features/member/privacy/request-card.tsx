import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { ActionButton } from '#session/action-dialog.tsx';
import { api } from '#shared/api/api.ts';
import { useChange, useRead, useSend } from '#shared/api/queries.ts';
import type { Answer, Body } from '#shared/api/request-types.ts';
import { FormButtons } from '#shared/forms/form-buttons.tsx';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { required } from '#shared/forms/rules.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { EmptyState } from '#shared/ui/feedback/load-state.tsx';
import { SelectField } from '#shared/ui/fields/select-field.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { RowIcon } from '#features/member/overview.tsx';

export type PrivacyRequest = Answer<'GET /vid/api/privacy/requests'>[number];

export function RequestCard() {
  const t = useT();
  const requests = useRead('GET /vid/api/privacy/requests', {});
  const [isWriting, setIsWriting] = useState(false);
  return (
    <QueryCard query={requests}>
      {(data) => {
        const isEmpty = data.length === 0;
        const button = (
          <Button
            look={isEmpty ? 'primary' : 'secondary'}
            className="w-full sm:w-fit"
            onClick={() => setIsWriting(true)}
            text="privacy.request.new"
          />
        );
        return (
          <div className="grid gap-4">
            <RowList rows={data} rowKey={({ id }) => id} className="grid gap-2 py-4">
              {(request) => <RequestItem request={request} />}
            </RowList>
            {isWriting ? (
              <RequestForm onDone={() => setIsWriting(false)} />
            ) : isEmpty ? (
              <EmptyState
                icon={<RowIcon name="mail" className="size-7" />}
                title={t('privacy.requests.none')}
                lead={t('privacy.requests.none.text')}
                action={button}
              />
            ) : (
              button
            )}
          </div>
        );
      }}
    </QueryCard>
  );
}

function RequestItem({ request }: { request: PrivacyRequest }) {
  const t = useT();
  const close = useSend('POST /vid/api/privacy/requests/close', {}, 'privacy/requests');
  const { kind, status, answer, outcome, extensionReason } = request;
  const kindText = t(`privacy.request.kind.${kind}`);
  const times = { reply: formatDateTime(request.replyDueAt), due: formatDateTime(request.dueAt) };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-label font-semibold">{kindText}</h2>
        <Badge tone={status === 'closed' ? 'plain' : 'brand'}>{t(`privacy.request.status.${status}`)}</Badge>
      </div>
      <Reply text={request.details} />
      <p className="text-sm text-muted">
        {t('privacy.request.sent', { time: formatDateTime(request.createdAt) })}
        {status !== 'closed' && (
          <>
            <span className="block">{t('privacy.request.replyDue', times)}</span>
            <span className="block">{t('privacy.request.due', times)}</span>
          </>
        )}
      </p>
      {answer !== null && <Reply title={t('privacy.request.answer')} text={answer} />}
      {extensionReason !== null && <Reply title={t('privacy.request.extended')} text={extensionReason} />}
      {outcome !== null && (
        <Reply title={t(`privacy.request.outcome.${outcome}`)} text={request.resolution} />
      )}
      {status !== 'closed' && (
        <ActionButton
          button={{
            look: 'ghost',
            className: '-mx-4 justify-self-start',
            'aria-label': t('privacy.request.closeNamed', { kind: kindText }),
          }}
          title={t('privacy.request.close.title')}
          text={t('privacy.request.close.text')}
          action={t('privacy.request.close')}
          isDangerous
          removesOpener
          onConfirm={() => close.mutateAsync({ requestId: request.id })}
          done="privacy.request.closed"
        />
      )}
    </>
  );
}

function Reply({ title, text }: { title?: string; text: string | null }) {
  return (
    <p className="text-label wrap-anywhere whitespace-pre-line">
      {title !== undefined && <strong>{title} </strong>}
      {text}
    </p>
  );
}

const kinds = ['correction', 'restriction', 'objection', 'access', 'other'] as const;
const maxLength = 2_000;
const schema = v.object({
  kind: v.picklist(kinds, message('privacy.request.kind.required')),
  details: v.pipe(required(), v.maxLength(maxLength, message('errors.tooLong', { count: maxLength }))),
});

function RequestForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const make = useChange(
    (body: Body<'POST /vid/api/privacy/requests'>) =>
      api.post('/vid/api/privacy/requests', { body, flags: { notifySuccess: 'privacy.request.made' } }),
    'privacy/requests',
  );
  const area = useRef<HTMLDivElement>(null);
  // Focuses the first field, because the button that opened the form is unmounted.
  useEffect(() => area.current?.querySelector('select')?.focus(), []);
  const form = useForm({
    id: 'privacy-request',
    schema,
    onSubmit: async (values) => {
      await make.mutateAsync(values);
      onDone();
    },
  });
  return (
    <div ref={area} className="max-w-[36rem]">
      <Form form={form}>
        <SelectField
          name="kind"
          label={t('privacy.request.kind')}
          options={kinds.map((value) => ({ value, label: t(`privacy.request.kind.${value}`) }))}
        />
        <TextAreaField
          name="details"
          label={t('privacy.request.details')}
          hint={t('privacy.request.details.hint')}
        />
        <FormButtons action={t('privacy.request.submit')} onCancel={onDone} />
      </Form>
    </div>
  );
}
