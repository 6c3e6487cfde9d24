import { Fragment, type ReactNode, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as v from 'valibot';
import { ApiFailure } from '#shared/api/api-failure.ts';
import { FormButtons } from '#shared/forms/form-buttons.tsx';
import { Form, useForm } from '#shared/forms/form.tsx';
import { SaveRow, useSaved } from '#shared/forms/save-row.tsx';
import type { RawValues } from '#shared/forms/values.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton } from '#shared/ui/controls/button.tsx';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { ChoiceCards } from '#shared/ui/fields/choice-cards.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import {
  changesOf,
  clientSchema,
  type Kind,
  kinds,
  requiredRedirectUris,
  throwByLine,
  toInput,
} from './client-values.ts';
import { AdvancedFields, ScopeFields } from './client-access-fields.tsx';
import type { Client, ClientChange, NewClient } from './clients.ts';

/**
 * Fields and rules, for both steps of the form, of an application that is registered together with its first client.
 */
type NewApplication<Values> = {
  readonly basic: ReactNode;
  readonly owner: ReactNode;
  readonly advanced: ReactNode;
  readonly rules: v.GenericSchema<RawValues, Values> & {
    readonly entries: Readonly<Record<string, v.GenericSchema<string, unknown>>>;
  };
  readonly basicRules: v.GenericSchema<RawValues, unknown>;
};

type Props<Values> = {
  /** Client to change. A form without a client adds one. */
  client?: Client;
  application?: NewApplication<Values> | undefined;
  suggestedName?: string | undefined;
  /**
   * `changes` contains only the settings that the manager changed. `values` contains the values of the new application.
   */
  onSubmit: (input: NewClient, changes: ClientChange, values: Values) => Promise<void>;
  action?: PlainKey;
  onCancel?: () => void;
};

/** Adds a client in two steps (its kind, then its URLs), or changes a client on one page. */
export function ClientForm<Values = unknown>({
  client: newest,
  application,
  suggestedName,
  onSubmit,
  action = 'apps.clients.add',
  onCancel,
}: Props<Values>) {
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
  /** Whether the form shows the first step of a new client, the choice of its kind. */
  const [isChoosing, setIsChoosing] = useState(!newest);
  const settings = useRef<HTMLDivElement>(null);
  const basic = useRef<HTMLDivElement>(null);
  const saved = useSaved();
  const [isNewDeviceOnly, setIsNewDeviceOnly] = useState(false);
  const mayBeDeviceOnly = kind === 'web' || kind === 'native';
  const isDeviceOnly = client ? client.redirectUris.length === 0 : isNewDeviceOnly && mayBeDeviceOnly;
  const signsIn = kind !== 'machine';
  const needsRedirectUri = signsIn && !isDeviceOnly;
  const basicRules = application?.basicRules;
  const ownEntries = application?.rules.entries;
  const clientForm = useForm({
    id: 'client',
    schema: useMemo(
      // The first step checks only its own fields, because an error of the hidden second step could not be seen.
      () =>
        isChoosing
          ? v.pipe(
              basicRules ?? v.object({}),
              v.transform(() => null),
            )
          : v.object({
              ...clientSchema.entries,
              ...(needsRedirectUri && { redirectUris: requiredRedirectUris }),
              ...ownEntries,
            }),
      [isChoosing, basicRules, needsRedirectUri, ownEntries],
    ),
    onSubmit: async (values) => {
      if (values === null) {
        flushSync(() => setIsChoosing(false));
        settings.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
        return;
      }
      const input = toInput(values, kind);
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rules of the application made them
        await saved.run(() => onSubmit(input, changesOf(input, before), values as Values));
      } catch (error) {
        const names = error instanceof ApiFailure ? Object.keys(error.fields) : [];
        // If the server rejects a field of the first step, show that step again.
        if (names.some((name) => basic.current?.querySelector(`[name="${CSS.escape(name)}"]`)))
          flushSync(() => setIsChoosing(true));
        throwByLine(error);
      }
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
  const isAdvancedWrong = Object.keys(form.state.errors).some((name) => !basicFields.has(name));
  // The advanced settings stay open while a faulty field in them is corrected. They start open for a machine client,
  // which has few other settings.
  const [isAdvancedOpen, setIsAdvancedOpen] = useState(client?.kind === 'machine');
  if (isAdvancedWrong && !isAdvancedOpen) setIsAdvancedOpen(true);
  return (
    <Form form={form}>
      {/* The key remounts the fields, because React does not change the choice of a mounted select. */}
      <Fragment key={JSON.stringify(client)}>
        {!client && (
          <p className="flex flex-wrap items-baseline gap-x-4 text-label text-muted">
            {isChoosing
              ? t('apps.clients.step.kind')
              : t('apps.clients.step.addresses', { kind: t(`apps.clients.kind.${kind}`) })}
            {!isChoosing && <LinkButton onClick={() => setIsChoosing(true)} text="apps.clients.otherKind" />}
          </p>
        )}
        {application && (
          <div ref={basic} hidden={!isChoosing} className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {application.basic}
          </div>
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
        {/* The second step stays mounted, so that its values survive a return to the first step. */}
        <div ref={settings} hidden={isChoosing} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {!application && (
            <TextField
              name="name"
              label={t('apps.clients.name')}
              hint={t('apps.clients.name.hint')}
              maxLength={100}
              defaultValue={client?.name ?? suggestedName}
            />
          )}
          {signsIn && (
            <>
              {(client || !isDeviceOnly) && (
                <TextAreaField
                  name="redirectUris"
                  label={t('apps.clients.redirectUris')}
                  hint={
                    isDeviceOnly
                      ? t('apps.clients.redirectUris.device')
                      : t('apps.clients.redirectUris.hint', { example: exampleOf(kind) })
                  }
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
          {application?.owner}
          <details
            open={isAdvancedOpen}
            onToggle={({ currentTarget }) => setIsAdvancedOpen(currentTarget.open)}
            className="rounded-control border border-line"
          >
            <summary className="min-h-11 cursor-pointer px-4 py-2 text-label font-semibold">
              {t('apps.clients.advanced')}
            </summary>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line p-4">
              {application?.advanced}
              <AdvancedFields kind={kind} client={client} newest={newest} />
            </div>
          </details>
        </div>
      </Fragment>
      {client ? (
        <SaveRow saved={saved} />
      ) : (
        <FormButtons action={t(isChoosing ? 'apps.clients.continue' : action)} onCancel={onCancel} />
      )}
    </Form>
  );
}

const exampleOf = (kind: Kind): string =>
  kind === 'native' ? 'vn.example.app:/callback' : 'https://app.example.vn/callback';

/** Fields that the form shows without unfolding the other settings. */
const basicFields: ReadonlySet<string> = new Set([
  'isDeviceOnly',
  'redirectUris',
  'scopes',
  'name',
  'code',
  'ownerPhone',
]);
