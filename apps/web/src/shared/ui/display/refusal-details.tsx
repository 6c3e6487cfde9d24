import type { Answer } from '#shared/api/request-types.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { DataList } from '#shared/ui/page/page.tsx';
import { Time } from '#shared/ui/display/values.tsx';

type Refusal = Answer<'GET /vid/api/apps/:appId/clients/:clientId/refusals/:reference'>;
type Words = Readonly<Record<string, PlainKey>>;

/** Labels of the details. A detail without a label is shown under its name in the log. */
const labels: Words = {
  redirectUri: 'apps.doctor.refusal.redirectUri',
  route: 'apps.doctor.refusal.route',
  description: 'apps.doctor.refusal.description',
};

const routes: Words = {
  authorization: 'apps.doctor.step.request',
  token: 'apps.doctor.step.token',
  userinfo: 'apps.doctor.step.userinfo',
  end_session: 'apps.doctor.refusal.signOut',
};

type Problem = 'postLogoutMismatch' | 'redirectMismatch' | 'responseMode' | 'responseType';

/**
 * Reasons and descriptions that name one problem. Other reasons, such as `invalid_request`, have several
 * causes.
 */
const problems: Readonly<Record<string, Problem>> = {
  'post_logout_redirect_uri not registered': 'postLogoutMismatch',
  redirect_uri: 'redirectMismatch',
  invalid_redirect_uri: 'redirectMismatch',
  unsupported_response_mode: 'responseMode',
  unsupported_response_type: 'responseType',
};

/** Explains a refused sign-on and its remedy, above the details from the log. Uses the texts of `apps/doctor`. */
export function RefusalDetails({ refusal: { reason, at, clientId, details } }: { refusal: Refusal }) {
  const t = useT();
  const description = details.find(({ name }) => name === 'description')?.value ?? '';
  const problem = problems[description] ?? problems[reason];
  const labelOf = (name: string): string => {
    const key = labels[name];
    return key === undefined ? name : t(key);
  };
  return (
    <>
      {problem !== undefined && (
        <p className="mb-4">
          {t(`apps.doctor.problem.${problem}`)}{' '}
          <strong className="font-semibold">{t('apps.doctor.remedy')}</strong>{' '}
          {t(`apps.doctor.fix.${problem}`)}
        </p>
      )}
      <DataList
        items={{
          [t('apps.doctor.refusal.at')]: <Time at={at} withSeconds />,
          [t('apps.doctor.refusal.reason')]: <Code text={reason} />,
          [t('apps.doctor.refusal.client')]: clientId !== null && <Code text={clientId} />,
          ...Object.fromEntries(
            details.map(({ name, value }) => {
              const step = name === 'route' ? routes[value] : undefined;
              return [labelOf(name), step === undefined ? <Code key={name} text={value} /> : t(step)];
            }),
          ),
        }}
      />
    </>
  );
}

function Code({ text }: { text: string }) {
  return (
    <code dir="ltr" translate="no" className="text-sm wrap-anywhere">
      {text}
    </code>
  );
}
