import { marketingText } from '@vid/contract/legal/marketing-text';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { paths } from '#navigation/paths.ts';
import { shownMessage } from '#shared/api/api-failure.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import { shownVersion } from '#shared/lib/consent-version.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button, TextLink } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { type Purpose, useDecideMarketing, usePurposes } from './purposes.ts';

export function PurposeCard() {
  const t = useT();
  const purposes = usePurposes();
  return (
    <Card title={t('privacy.consents')} lead={t('privacy.consents.lead')}>
      {purposes.data === undefined ? (
        <LoadState query={purposes} title={t('privacy.loadFailed')} />
      ) : (
        <ul className="divide-y divide-line">
          {purposes.data.map((purpose) => (
            <li key={purpose.purpose} className="py-4 first:pt-0 last:pb-0">
              <PurposeItem purpose={purpose} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const documents = { terms: paths.terms, privacy: paths.privacy } as const;

function PurposeItem({ purpose: { purpose, isRequired, isGiven, events } }: { purpose: Purpose }) {
  const t = useT();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-label font-semibold">{t(`privacy.purpose.${purpose}`)}</h3>
        <Badge tone={isGiven ? 'success' : 'plain'}>
          {t(isGiven ? 'privacy.consent.given' : 'privacy.consent.notGiven')}
        </Badge>
      </div>
      {purpose === 'marketing' ? (
        <Marketing isGiven={isGiven} />
      ) : (
        <p className="mt-1 text-label text-muted">
          {isRequired && t('privacy.consent.required')}{' '}
          <TextLink to={documents[purpose]} target="_blank" className="inline!">
            {t('privacy.consent.read')}
          </TextLink>
        </p>
      )}
      {events.length > 0 && <History name={t(`privacy.purpose.${purpose}`)} events={events} />}
    </>
  );
}

function Marketing({ isGiven }: { isGiven: boolean }) {
  const t = useT();
  const decision = useDecideMarketing();
  const text = marketingText[textLanguageOf(useLocale())];
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
      <Alert text={decision.isError ? shownMessage(decision.error) : undefined} />
      <Button
        look="secondary"
        className="w-full sm:w-auto"
        isBusy={decision.isPending}
        onClick={() => decision.mutate(!isGiven)}
      >
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
              {t(
                event.action === 'given' ? 'privacy.consent.event.given' : 'privacy.consent.event.withdrawn',
                {
                  time: formatDateTime(event.at),
                  version: shownVersion(event.version),
                },
              )}
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
