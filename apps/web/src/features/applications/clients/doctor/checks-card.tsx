import { useSend } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { Failure } from '#shared/ui/feedback/load-state.tsx';

type Check = Answer<'POST /vid/api/apps/:appId/clients/:clientId/checks'>[number];

const tones = { good: 'success', warning: 'accent', bad: 'danger', skipped: 'plain' } as const;

export function ChecksCard({ appId, clientId }: { appId: string; clientId: string }) {
  const t = useT();
  const checks = useSend('POST /vid/api/apps/:appId/clients/:clientId/checks', { appId, clientId });
  return (
    <Card
      title={t('apps.doctor.checks')}
      lead={t('apps.doctor.checks.lead')}
      actions={
        <Button look="secondary" isBusy={checks.isPending} onClick={() => checks.mutate()}>
          {t('apps.doctor.checks.run')}
        </Button>
      }
    >
      <Failure error={checks.error} />
      <output className="block">
        {checks.data && (
          <ul className="divide-y divide-line">
            {checks.data.map((check) => (
              <li
                key={`${check.check} ${check.reason} ${check.subject ?? ''}`}
                className="grid gap-x-3 gap-y-1 py-3 sm:grid-cols-[6rem_minmax(0,1fr)]"
              >
                <span>
                  <Badge tone={tones[check.state]}>{t(`apps.doctor.check.${check.state}`)}</Badge>
                </span>
                <span className="min-w-0">
                  {textOf(t, check)}
                  {check.subject && (
                    <code className="block text-sm break-all text-muted">{check.subject}</code>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </output>
    </Card>
  );
}

const texts: Readonly<Record<string, (t: Translate, value: string) => string>> = {
  'status active': (t) => t('apps.doctor.check.active'),
  'status clientDisabled': (t) => t('apps.doctor.check.clientDisabled'),
  'status applicationDisabled': (t) => t('apps.doctor.check.applicationDisabled'),
  'address https': (t) => t('apps.doctor.check.address'),
  'address privateScheme': (t) => t('apps.doctor.check.address'),
  'address local': (t) => t('apps.doctor.check.local'),
  'backchannel none': (t) => t('apps.doctor.check.noBackchannel'),
  'backchannel private': (t) => t('apps.doctor.check.private'),
  'backchannel unreachable': (t, value) => t('apps.doctor.check.unreachable', { value }),
  'backchannel acceptsAll': (t, value) => t('apps.doctor.check.acceptsAll', { value }),
  'backchannel redirects': (t, value) => t('apps.doctor.check.redirects', { value }),
  'backchannel answers': (t) => t('apps.doctor.check.answers'),
  'backchannel serverError': (t, value) => t('apps.doctor.check.wrongStatus', { value }),
  'backchannel wrongStatus': (t, value) => t('apps.doctor.check.wrongStatus', { value }),
  'clock vid': (t, value) => t('apps.doctor.check.clockVid', { value }),
  'clock vid bad': (t, value) => t('apps.doctor.check.clockVid.bad', { value }),
  'clock application': (t, value) => t('apps.doctor.check.clockApplication', { value }),
  'clock application bad': (t, value) => t('apps.doctor.check.clockApplication.bad', { value }),
  'keys signing': (t, value) => t('apps.doctor.check.signing', { value }),
  'keys client': (t, value) => t('apps.doctor.check.clientKeys', { count: Number(value) }),
  'secret one': (t) => t('apps.doctor.check.secret'),
  'secret former': (t, value) => t('apps.doctor.check.formerSecret', { end: formatDateTime(value) }),
  'secret none': (t) => t('apps.doctor.check.noSecret'),
};

function textOf(t: Translate, { check, reason, state, value }: Check): string {
  const text = texts[`${check} ${reason} ${state}`] ?? texts[`${check} ${reason}`];
  return text?.(t, value ?? '') ?? t('apps.doctor.check.badAddress');
}
