import { toLegalText } from '@vid/contract/legal/legal-text';
import { type ComponentType, type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { paths } from '#navigation/paths.ts';
import { loadProfile, signOut } from '#session/session.ts';
import { ticked } from '#shared/forms/rules.ts';
import { api } from '#shared/api/api.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { useLoad } from '#shared/hooks/use-call.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import { Button, LinkButton, SubmitButton, TextLink } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Loading } from '#shared/ui/feedback/loader.tsx';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { LegalBody, VersionLine } from '#features/legal/legal-body.tsx';

type Outstanding = Answer<'GET /vid/api/agreement'>;
type Shown = Outstanding['documents'][number];

const links = { terms: paths.terms, privacy: paths.privacy } as const;

async function load(): Promise<Outstanding> {
  const agreement = await api.get('/vid/api/agreement', { isRepeatable: true });
  // No document is left if another tab or device has agreed.
  if (agreement.documents.length === 0) await loadProfile();
  return agreement;
}

function titleOf({ isFirst, documents: [first, ...others] }: Outstanding) {
  if (isFirst) return 'agreement.first.title';
  if (first === undefined) return 'agreement.title';
  return `agreement.title.${others.length > 0 ? 'both' : first.document}` as const;
}

export type DemandFrame = ComponentType<{ title: string; lead?: ReactNode; children: ReactNode }>;

export function Agreement({ frame: Frame = StepPage }: { frame?: DemandFrame }) {
  const t = useT();
  const agreement = useLoad(load);
  const [isOutdated, setIsOutdated] = useState(false);
  const { data, error, isPending } = agreement;
  const reload = () => {
    setIsOutdated(true);
    return agreement.run(load);
  };
  return (
    <Frame
      title={t(data ? titleOf(data) : 'agreement.title')}
      lead={data && t(data.isFirst ? 'agreement.first.lead' : 'agreement.lead')}
    >
      <Alert text={isOutdated ? t('agreement.outdated') : undefined} />
      {error !== null && (
        <>
          <Alert text={`${t('agreement.failed')} ${shownMessage(error)}`} />
          <Button isWide onClick={() => void agreement.run(load)} text="common.retry" />
        </>
      )}
      {isPending && <Loading />}
      {error === null && !isPending && data && (
        <AgreementForm
          key={data.documents.map(({ document, version }) => `${document} ${version}`).join(' ')}
          documents={data.documents}
          onOutdated={reload}
        />
      )}
      <p className="mt-2 text-center text-sm text-muted">{t('agreement.refuse')}</p>
      <p className="text-center">
        <LinkButton onClick={() => void signOut()}>{t('common.signOut')}</LinkButton>
      </p>
    </Frame>
  );
}

type Props = {
  documents: readonly Shown[];
  /** Called if a newer version was published while the page was open. */
  onOutdated: () => Promise<void>;
};

function AgreementForm({ documents, onOutdated }: Props) {
  const t = useT();
  const language = textLanguageOf(useLocale());
  const form = useForm({
    id: 'agreement',
    schema: v.object(
      Object.fromEntries(documents.map(({ document }) => [document, ticked(message('agreement.required'))])),
    ),
    async onSubmit() {
      const shown = documents.map(({ document, version }) => ({ document, version }));
      try {
        await api.post('/vid/api/agreement', { body: { language, documents: shown }, isRepeatable: true });
        await loadProfile();
      } catch (failure) {
        if (!failedWith(failure, 'PAGE_OUTDATED')) throw failure;
        await onOutdated();
      }
    },
  });
  return (
    <Form form={form}>
      {documents.map((shown) => (
        <DocumentItem key={shown.document} shown={shown} />
      ))}
      <SubmitButton>{t('agreement.submit')}</SubmitButton>
    </Form>
  );
}

/**
 * Shows a document with its full text and a checkbox, which is never ticked in advance (Law 91/2025/QH15, article 9).
 */
function DocumentItem({ shown: { document, version, publishedAt, texts } }: { shown: Shown }) {
  const t = useT();
  const language = textLanguageOf(useLocale());
  const text = toLegalText(texts[language], language);
  return (
    <section aria-label={text.title} className="rounded-control border border-line p-4">
      <h2 className="text-lg wrap-anywhere">{text.title}</h2>
      <VersionLine label={text.versionLabel} version={version} publishedAt={publishedAt} />
      <details className="mt-2">
        <summary className="min-h-6 cursor-pointer py-1 text-brand">{t('agreement.read')}</summary>
        <div className="mt-2 text-label">
          <p className="wrap-anywhere">{text.lead}</p>
          <LegalBody text={text} heading="h3" />
        </div>
      </details>
      <p className="mt-1 text-label">
        <TextLink to={links[document]} target="_blank" text="agreement.open" />
      </p>
      <Checkbox className="mt-3" name={document} label={t(`agreement.tick.${document}`)} />
    </section>
  );
}
