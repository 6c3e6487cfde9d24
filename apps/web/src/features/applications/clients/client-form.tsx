import { useState } from 'react';
import * as v from 'valibot';
import { areaPaths } from '#navigation/area-paths.ts';
import { basePath } from '#navigation/paths.ts';
import { Form } from '#shared/forms/form.tsx';
import { optionalCheckbox } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, SubmitButton } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { ChoiceCards } from '#shared/ui/fields/choice-cards.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { linesOf, throwByLine } from './address-lines.ts';
import type { Client, NewClient } from './clients.ts';

const kinds = ['web', 'spa', 'native', 'machine'] as const;
// A field that the form does not show is empty.
const text = v.fallback(v.pipe(v.string(), v.trim()), '');
const flag = v.fallback(optionalCheckbox(), false);
const schema = v.object({
  kind: v.fallback(v.picklist(kinds), 'web'),
  clientId: text,
  redirectUris: text,
  postLogoutUris: text,
  backchannelLogoutUri: text,
  requiresPar: flag,
  requiresDpop: flag,
});

type Props = {
  /** The client to change. Without it, the form adds one. */
  client?: Client;
  onSubmit: (input: NewClient) => Promise<void>;
  onCancel?: () => void;
};

/** The settings of a client. Its kind and id cannot be changed later. */
export function ClientForm({ client, onSubmit, onCancel }: Props) {
  const t = useT();
  const [kind, setKind] = useState<string>(client?.kind ?? 'web');
  const form = useForm({
    id: 'client',
    schema,
    async onSubmit({ clientId, ...values }) {
      const input = {
        ...values,
        redirectUris: linesOf(values.redirectUris),
        postLogoutUris: linesOf(values.postLogoutUris),
        backchannelLogoutUri: values.backchannelLogoutUri === '' ? null : values.backchannelLogoutUri,
      };
      await onSubmit({ ...input, ...(clientId !== '' && { clientId }) }).catch(throwByLine);
    },
  });
  const signsIn = kind !== 'machine';
  return (
    <Form form={form} action={`${basePath}${areaPaths.apps}`}>
      {!client && (
        <>
          <ChoiceCards
            name="kind"
            label={t('apps.clients.kind')}
            defaultValue="web"
            onValueChange={setKind}
            choices={kinds.map((value) => ({
              value,
              label: t(`apps.clients.kind.${value}`),
              hint: t(`apps.clients.kind.${value}.hint`),
            }))}
          />
          <TextField
            name="clientId"
            label={t('apps.clients.id')}
            hint={t('apps.clients.id.hint')}
            maxLength={64}
            autoCapitalize="none"
            spellCheck={false}
            isOptional
          />
        </>
      )}
      {signsIn && (
        <>
          <TextAreaField
            name="redirectUris"
            label={t('apps.clients.redirectUris')}
            hint={t('apps.clients.redirectUris.hint')}
            rows={3}
            spellCheck={false}
            defaultValue={client?.redirectUris.join('\n')}
          />
          <TextAreaField
            name="postLogoutUris"
            label={t('apps.clients.postLogoutUris')}
            hint={t('apps.clients.perLine')}
            rows={2}
            spellCheck={false}
            defaultValue={client?.postLogoutUris.join('\n')}
            isOptional
          />
          <TextField
            name="backchannelLogoutUri"
            label={t('apps.clients.backchannel')}
            hint={t('apps.clients.backchannel.hint')}
            spellCheck={false}
            defaultValue={client?.backchannelLogoutUri ?? ''}
            isOptional
          />
          <Checkbox
            name="requiresPar"
            label={t('apps.clients.par')}
            defaultChecked={client?.requiresPar ?? false}
          />
        </>
      )}
      <Checkbox
        name="requiresDpop"
        label={t('apps.clients.dpop')}
        defaultChecked={client?.requiresDpop ?? false}
      />
      <div className="flex flex-col-reverse gap-3 md:flex-row">
        {onCancel && (
          <Button look="secondary" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
        <SubmitButton isWide={false}>
          {t(client ? 'apps.clients.save' : 'apps.clients.add.submit')}
        </SubmitButton>
      </div>
    </Form>
  );
}
