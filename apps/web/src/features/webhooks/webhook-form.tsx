import { useState } from 'react';
import * as v from 'valibot';
import { FormButtons } from '#shared/forms/form-buttons.tsx';
import { SaveRow, useSaved } from '#shared/forms/save-row.tsx';
import { Form, useForm } from '#shared/forms/form.tsx';
import { optionalText, required } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { FieldError } from '#shared/ui/fields/field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import type { NewWebhook, Webhook } from './webhooks.ts';

const eventNames = {
  'account.created': 'webhooks.event.account-created',
  'account.locked': 'webhooks.event.account-locked',
  'account.unlocked': 'webhooks.event.account-unlocked',
  'account.deleted': 'webhooks.event.account-deleted',
  'permission.changed': 'webhooks.event.permission-changed',
  'certificate.verified': 'webhooks.event.certificate-verified',
  'consent.withdrawn': 'webhooks.event.consent-withdrawn',
} as const satisfies Record<NewWebhook['events'][number], string>;
type EventType = keyof typeof eventNames;
const eventTypes = Object.keys(eventNames).filter((type): type is EventType => type in eventNames);

export function useEventName() {
  const t = useT();
  return (type: string): string => {
    const known = eventTypes.find((event) => event === type);
    return t(known === undefined ? 'webhooks.event.test' : eventNames[known]);
  };
}

const schema = v.object({ url: required(), description: optionalText(100) });

type Props = {
  /** Webhook to change; absent when the form adds one. */
  webhook?: Webhook;
  onSubmit: (input: NewWebhook) => Promise<void>;
  onCancel?: () => void;
};

export function WebhookForm({ webhook, onSubmit, onCancel }: Props) {
  const t = useT();
  const nameOf = useEventName();
  const [events, setEvents] = useState<readonly EventType[]>(webhook?.events ?? []);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const saved = useSaved();
  const form = useForm({
    id: 'webhook',
    schema,
    async onSubmit(values) {
      setIsIncomplete(events.length === 0);
      if (events.length === 0) return;
      await saved.run(() => onSubmit({ ...values, events: [...events] }));
    },
  });
  const toggle = (type: EventType, isOn: boolean) => {
    setIsIncomplete(false);
    setEvents(eventTypes.filter((event) => (event === type ? isOn : events.includes(event))));
  };
  return (
    <Form form={form} focusesFirstField={!webhook}>
      <TextField
        name="url"
        label={t('webhooks.url')}
        hint={t('webhooks.url.hint')}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={webhook?.url}
      />
      <TextField
        name="description"
        label={t('webhooks.description')}
        maxLength={100}
        defaultValue={webhook?.description}
        isOptional
      />
      <fieldset aria-describedby={isIncomplete ? 'webhook-events-error' : undefined}>
        <legend className="mb-2 text-label font-semibold">{t('webhooks.events')}</legend>
        {eventTypes.map((type) => (
          <Checkbox
            key={type}
            name={type}
            className="py-1"
            label={
              <>
                {nameOf(type)}
                <code className="block text-sm text-muted">{type}</code>
              </>
            }
            plainLabel={nameOf(type)}
            checked={events.includes(type)}
            onChange={({ currentTarget }) => toggle(type, currentTarget.checked)}
          />
        ))}
        <FieldError id="webhook-events-error" text={isIncomplete ? t('webhooks.events.none') : undefined} />
      </fieldset>
      {webhook ? <SaveRow saved={saved} /> : <FormButtons action={t('webhooks.add')} onCancel={onCancel} />}
    </Form>
  );
}
