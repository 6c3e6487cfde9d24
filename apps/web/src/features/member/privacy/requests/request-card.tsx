import { useState } from 'react';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { EndOneDialog } from '#features/member/security/end-one-dialog.tsx';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { RequestForm } from './request-form.tsx';
import { type PrivacyRequest, useCloseRequest, useRequests } from './requests.ts';

/** Lists the member's requests, which the association answers, with their legal due dates. */
export function RequestCard() {
  const t = useT();
  const requests = useRequests();
  const [isWriting, setIsWriting] = useState(false);
  const [closing, setClosing] = useState<PrivacyRequest | null>(null);
  const close = useCloseRequest();
  return (
    <Card title={t('privacy.requests')} lead={t('privacy.requests.lead')}>
      {requests.data === undefined ? (
        <LoadState query={requests} title={t('privacy.loadFailed')} />
      ) : (
        <div className="grid gap-4">
          {requests.data.length > 0 && (
            <ul className="divide-y divide-line">
              {requests.data.map((request) => (
                <RequestItem key={request.id} request={request} onClose={() => setClosing(request)} />
              ))}
            </ul>
          )}
          {isWriting ? (
            <RequestForm onDone={() => setIsWriting(false)} />
          ) : (
            <Button look="secondary" className="w-full sm:w-fit" onClick={() => setIsWriting(true)}>
              {t('privacy.request.new')}
            </Button>
          )}
        </div>
      )}
      <EndOneDialog
        id={closing?.id ?? null}
        mutation={close}
        onClose={() => setClosing(null)}
        title={t('privacy.request.close.title')}
        lead={t('privacy.request.close.text')}
        action={t('privacy.request.close')}
      />
    </Card>
  );
}

function RequestItem({ request, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const t = useT();
  const { kind, status, details, answer, outcome, resolution, extensionReason } = request;
  const { createdAt, replyDueAt, dueAt } = request;
  const kindText = t(`privacy.request.kind.${kind}`);
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-label font-semibold">{kindText}</h3>
        <Badge tone={status === 'closed' ? 'plain' : 'brand'}>{t(`privacy.request.status.${status}`)}</Badge>
      </div>
      <p className="text-label wrap-anywhere whitespace-pre-line">{details}</p>
      <p className="text-sm text-muted">
        {t('privacy.request.sent', { time: formatDateTime(createdAt) })}
        {status !== 'closed' && (
          <>
            <br />
            {t('privacy.request.due', { reply: formatDateTime(replyDueAt), due: formatDateTime(dueAt) })}
          </>
        )}
      </p>
      {answer !== null && (
        <p className="text-label wrap-anywhere whitespace-pre-line">
          <strong>{t('privacy.request.answer')}</strong> {answer}
        </p>
      )}
      {extensionReason !== null && (
        <p className="text-label wrap-anywhere whitespace-pre-line">
          <strong>{t('privacy.request.extended')}</strong> {extensionReason}
        </p>
      )}
      {outcome !== null && (
        <p className="text-label wrap-anywhere whitespace-pre-line">
          <strong>{t(`privacy.request.outcome.${outcome}`)}</strong> {resolution}
        </p>
      )}
      {status !== 'closed' && (
        <Button
          look="secondary"
          className="w-full sm:w-fit"
          aria-label={t('privacy.request.closeNamed', { kind: kindText })}
          onClick={onClose}
        >
          {t('privacy.request.close')}
        </Button>
      )}
    </li>
  );
}
