import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormButtons } from '#shared/forms/form-buttons.tsx';
import { Form, useForm } from '#shared/forms/form.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { ChoiceCards } from '#shared/ui/fields/choice-cards.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { changesOf, clientSchema, type Kind, kinds, throwByLine, toInput } from './client-values.ts';
import { AuthMethodFields, ScopeFields, SignInFields } from './client-access-fields.tsx';
import type { Client, ClientChange, NewClient } from './clients.ts';

type Props = {
  /** The client to change; absent when the form adds a client. */
  client?: Client;
  /** `changes` has only the settings that the manager changed. */
  onSubmit: (input: NewClient, changes: ClientChange) => Promise<void>;
  onCancel?: () => void;
};

export function ClientForm({ client: newest, onSubmit, onCancel }: Props) {
  const t = useT();
  const [client, setClient] = useState(newest);
  const [before, setBefore] = useState<ClientChange>(newest ?? {});
  const [inputs, setInputs] = useState(0);
  const [savedInputs, setSavedInputs] = useState(0);
  // While there are no unsaved values, the fields follow the server.
  if (newest && newest !== client && inputs === savedInputs) {
    setClient(newest);
    setBefore(newest);
  }
  const [kind, setKind] = useState<Kind>(client?.kind ?? 'web');
  /** Whether the first step of a new client, the choice of its kind, is shown. */
  const [isChoosing, setIsChoosing] = useState(!newest);
  const settings = useRef<HTMLDivElement>(null);
  const [isNewDeviceOnly, setIsNewDeviceOnly] = useState(false);
  const mayBeDeviceOnly = kind === 'web' || kind === 'native';
  const isDeviceOnly = client ? client.redirectUris.length === 0 : isNewDeviceOnly && mayBeDeviceOnly;
  const clientForm = useForm({
    id: 'client',
    schema: clientSchema,
    onSubmit: async (values) => {
      if (isChoosing) {
        flushSync(() => setIsChoosing(false));
        settings.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
        return;
      }
      const input = toInput(values, kind);
      await onSubmit(input, changesOf(input, before)).catch(throwByLine);
      setBefore(input);
      // Changes made during the save are still unsaved.
      setSavedInputs(inputs);
    },
  });
  const form: typeof clientForm = {
    ...clientForm,
    handlers: {
      ...clientForm.handlers,
      onInput: (input) => {
        clientForm.handlers.onInput(input);
        setInputs((count) => count + 1);
      },
    },
  };
  const signsIn = kind !== 'machine';
  const isAdvancedWrong = Object.keys(form.state.errors).some((name) => !basicFields.has(name));
  // Stays open while a faulty field in it is corrected.
  const [isAdvancedOpen, setIsAdvancedOpen] = useState(false);
  if (isAdvancedWrong && !isAdvancedOpen) setIsAdvancedOpen(true);
  const advanced = (
    <>
      {!client && (
        <TextField
          name="clientId"
          label={t('apps.clients.id')}
          hint={t('apps.clients.id.hint')}
          maxLength={64}
          autoCapitalize="none"
          spellCheck={false}
          isOptional
        />
      )}
      <AuthMethodFields kind={kind} client={newest} />
      {signsIn && (
        <>
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
          <SignInFields kind={kind} client={client} />
        </>
      )}
      <Checkbox
        name="requiresDpop"
        label={t('apps.clients.dpop')}
        defaultChecked={client?.requiresDpop ?? false}
      />
    </>
  );
  return (
    // The key remounts the form, because React does not change the choice of a mounted select.
    <Form key={JSON.stringify(client)} form={form}>
      {!client && (
        <p className="text-label text-muted">
          {isChoosing
            ? t('apps.clients.step.kind')
            : t('apps.clients.step.addresses', { kind: t(`apps.clients.kind.${kind}`) })}
        </p>
      )}
      {!client && isChoosing && (
        <ChoiceCards
          name="kind"
          label={t('apps.clients.kind')}
          defaultValue={kind}
          onValueChange={(value) => setKind(kinds.find((one) => one === value) ?? 'web')}
          choices={kinds.map((value) => ({
            value,
            label: t(`apps.clients.kind.${value}`),
            hint: t(`apps.clients.kind.${value}.hint`),
          }))}
        />
      )}
      {/* Hidden, not unmounted, so that the way back to the first step keeps what was typed. */}
      <div ref={settings} hidden={isChoosing} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {signsIn && (
          <>
            {(client || !isDeviceOnly) && (
              <TextAreaField
                name="redirectUris"
                label={t('apps.clients.redirectUris')}
                hint={t(isDeviceOnly ? 'apps.clients.redirectUris.device' : 'apps.clients.redirectUris.hint')}
                rows={3}
                spellCheck={false}
                defaultValue={client?.redirectUris.join('\n')}
                isOptional={isDeviceOnly}
              />
            )}
            {!client && mayBeDeviceOnly && (
              <Checkbox
                name="isDeviceOnly"
                label={t('apps.clients.deviceOnly')}
                defaultChecked={isDeviceOnly}
                onChange={({ target }) => setIsNewDeviceOnly(target.checked)}
              />
            )}
            <ScopeFields client={client} />
          </>
        )}
        {client ? (
          advanced
        ) : (
          <details
            open={isAdvancedOpen}
            onToggle={({ currentTarget }) => setIsAdvancedOpen(currentTarget.open)}
            className="rounded-control border border-line"
          >
            <summary className="min-h-11 cursor-pointer px-4 py-2 text-label font-semibold">
              {t('apps.clients.advanced')}
            </summary>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line p-4">{advanced}</div>
          </details>
        )}
      </div>
      {isChoosing || client ? (
        <FormButtons
          action={t(client ? 'account.saveChanges' : 'apps.clients.continue')}
          onCancel={onCancel}
        />
      ) : (
        <FormButtons
          action={t('apps.clients.add')}
          onCancel={() => setIsChoosing(true)}
          cancel={t('apps.clients.otherKind')}
        />
      )}
    </Form>
  );
}

/** The fields of the second step that are not folded. */
const basicFields: ReadonlySet<string> = new Set(['isDeviceOnly', 'redirectUris', 'scopes']);
