import { marketingText } from '@vid/contract/legal/marketing-text';
import { termsVersion } from '@vid/contract/limits';
import { paths } from '#navigation/paths.ts';
import { api } from '#shared/api/api.ts';
import { useChange, useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { whenDone } from '#shared/api/when-done.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import { shownVersion } from '#shared/lib/consents.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button, TextLink } from '#shared/ui/controls/button.tsx';
import { Failure } from '#shared/ui/feedback/load-state.tsx';
import { QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { commonEvents } from '#state/common.ts';

export type Purpose = Answer<'GET /vid/api/privacy/consents'>[number];

export function PurposeCard() {
  return (
    <QueryCard query={useRead('GET /vid/api/privacy/consents', {})}>
      {(data) => (
        <RowList rows={data} rowKey={({ purpose }) => purpose} className="py-4">
          {(purpose) => <PurposeItem purpose={purpose} />}
        </RowList>
      )}
    </QueryCard>
  );
}

const documents = { terms: paths.terms, privacy: paths.privacy } as const;

function PurposeItem({ purpose: { purpose, isRequired, isGiven, events } }: { purpose: Purpose }) {
  const t = useT();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-label font-semibold">{t(`privacy.purpose.${purpose}`)}</h2>
        <Badge tone={isGiven ? 'success' : 'plain'}>
          {t(isGiven ? 'privacy.consent.given' : 'privacy.consent.notGiven')}
        </Badge>
      </div>
      {purpose === 'marketing' ? (
        <Marketing isGiven={isGiven} />
      ) : (
        <p className="mt-1 text-label text-muted">
          {isRequired && t('privacy.consent.required')}{' '}
          <TextLink to={documents[purpose]} target="_blank" className="inline!" text="privacy.consent.read" />
        </p>
      )}
      {events.length > 0 && <History name={t(`privacy.purpose.${purpose}`)} events={events} />}
    </>
  );
}

function Marketing({ isGiven }: { isGiven: boolean }) {
  const t = useT();
  const language = textLanguageOf(useLocale());
  const text = marketingText[language];
  const decision = useChange(
    () =>
      api.post('/vid/api/privacy/consents', {
        body: { purpose: 'marketing', isGiven: !isGiven, version: termsVersion, language },
        isRepeatable: true,
      }),
    'privacy/consents',
  );
  const decide = () =>
    whenDone(decision.mutateAsync(), () =>
      commonEvents.succeeded(isGiven ? 'privacy.consent.undone' : 'privacy.consent.done'),
    );
  return (
    <div className="mt-1 grid justify-items-start gap-3">
      <div className="max-w-[65ch] text-label text-muted">
        <p>{text.lead}</p>
        {text.sections.flatMap(({ paragraphs }) =>
          paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-1">
              {paragraph}
            </p>
          )),
        )}
      </div>
      <Failure error={decision.error} />
      <Button look="secondary" className="w-full sm:w-auto" isBusy={decision.isPending} onClick={decide}>
        {t(isGiven ? 'privacy.marketing.withdraw' : 'privacy.marketing.give')}
      </Button>
    </div>
  );
}

function History({ name, events }: { name: string; events: Purpose['events'] }) {
  const t = useT();
  return (
    <details className="mt-2 text-label">
      <summary className="min-h-6 w-fit cursor-pointer rounded-sm font-semibold text-brand">
        {t('privacy.consent.history', { count: events.length })}
        <span className="sr-only">: {name}</span>
      </summary>
      <ol className="mt-2 grid gap-3 text-sm text-muted">
        {events.map((event) => (
          <li key={`${event.at} ${event.action}`}>
            <p>
              {t(`privacy.consent.event.${event.action}`, {
                time: formatDateTime(event.at),
                version: shownVersion(event.version),
              })}
            </p>
            {event.textHash !== null && (
              <details>
                <summary className="min-h-6 w-fit cursor-pointer rounded-sm">
                  {t('privacy.consent.technical')}
                </summary>
                <p className="mt-1 digits break-all">
                  {t('privacy.consent.hash')} {event.textHash}
                </p>
              </details>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
