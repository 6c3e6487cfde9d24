import { useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { SelectField } from '#shared/ui/fields/select-field.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { authMethods, optionalScopes, type Kind } from './client-values.ts';
import type { Client } from './clients.ts';

/** Asks for the advanced settings of a client. `newest` has the settings that the server sent last. */
export function AdvancedFields({
  kind,
  client,
  newest,
}: {
  kind: Kind;
  client: Client | undefined;
  newest: Client | undefined;
}) {
  const t = useT();
  return (
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
      {kind !== 'machine' && (
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
}

/** Asks for a client's authentication method. Hidden for a single-page application, which has none. */
function AuthMethodFields({ kind, client }: { kind: Kind; client: Client | undefined }) {
  const t = useT();
  const [chosen, setChosen] = useState<string | undefined>(client?.authMethod);
  const methods = authMethods[kind];
  if (methods.length < 2) return null;
  const method = methods.find((one) => one === chosen) ?? methods[0];
  return (
    <>
      <SelectField
        // The key remounts the field, because its choices depend on the kind.
        key={kind}
        name="authMethod"
        label={t('apps.clients.auth')}
        defaultValue={method}
        onChange={({ target }) => setChosen(target.value)}
        options={methods.map((value) => ({ value, label: t(`apps.clients.auth.${value}`) }))}
      />
      {method === 'private_key_jwt' && (
        <TextAreaField
          name="jwks"
          label={t('apps.clients.jwks')}
          hint={t(
            client?.authMethod === 'private_key_jwt' ? 'apps.clients.jwks.keep' : 'apps.clients.jwks.hint',
          )}
          rows={4}
          spellCheck={false}
          autoCapitalize="none"
          isOptional={client?.authMethod === 'private_key_jwt'}
        />
      )}
    </>
  );
}

/**
 * Asks for the scopes that the client may request. `openid` is always included. For a new client, only `profile` is
 * selected.
 */
export function ScopeFields({ client }: { client: Client | undefined }) {
  const t = useT();
  return (
    <fieldset>
      <legend className="mb-1 text-label font-semibold">{t('apps.clients.scopes')}</legend>
      <p className="mb-2 text-sm text-muted">{t('apps.clients.scopes.hint')}</p>
      {optionalScopes.map((scope) => (
        <Checkbox
          key={scope}
          name={`scope_${scope}`}
          label={
            <>
              {t(`apps.clients.scope.${scope}`)} <code className="text-sm text-muted">{scope}</code>
            </>
          }
          plainLabel={t(`apps.clients.scope.${scope}`)}
          defaultChecked={client?.scopes.includes(scope) ?? scope === 'profile'}
        />
      ))}
    </fieldset>
  );
}

function SignInFields({ kind, client }: { kind: Kind; client: Client | undefined }) {
  const t = useT();
  return (
    <>
      <SelectField
        name="idTokenAlg"
        label={t('apps.clients.alg')}
        hint={t('apps.clients.alg.hint')}
        defaultValue={client?.idTokenAlg ?? 'ES256'}
        options={['ES256', 'RS256'].map((value) => ({ value, label: value }))}
      />
      <Checkbox
        name="asksToContinue"
        label={t('apps.clients.asks')}
        defaultChecked={client?.asksToContinue ?? false}
      />
      <Checkbox
        name="requiresName"
        label={t('apps.clients.needsName')}
        defaultChecked={client?.requiresName ?? false}
      />
      <Checkbox
        name="requiresEmail"
        label={t('apps.clients.needsEmail')}
        defaultChecked={client?.requiresEmail ?? false}
      />
      {kind === 'web' && (
        <Checkbox
          name="mayOmitPkce"
          label={t('apps.clients.noPkce')}
          defaultChecked={client?.mayOmitPkce ?? false}
        />
      )}
      <Checkbox
        name="requiresPar"
        label={t('apps.clients.par')}
        defaultChecked={client?.requiresPar ?? false}
      />
    </>
  );
}
