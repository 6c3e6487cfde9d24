import { useMutation } from '@tanstack/react-query';
import { shownFailure } from '#session/reauthenticate.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/card.tsx';

type Check = Answer<'POST /vid/api/apps/:appId/clients/:clientId/checks'>[number];

const tones = { good: 'success', warning: 'accent', bad: 'danger', skipped: 'plain' } as const;

/** Runs the checks of a client when a manager starts them. */
export function ChecksCard({ appId, clientId }: { appId: string; clientId: string }) {
  const t = useT();
  const checks = useMutation({
    mutationFn: () =>
      api.post('/vid/api/apps/:appId/clients/:clientId/checks', { params: { appId, clientId } }),
  });
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
      <Alert text={shownFailure(checks.error)} />
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

function textOf(t: Translate, { check, reason, value }: Check): string {
  const shown = value ?? '';
  switch (`${check} ${reason}`) {
    case 'status active':
      return t('apps.doctor.check.active');
    case 'status clientDisabled':
      return t('apps.doctor.check.clientDisabled');
    case 'status applicationDisabled':
      return t('apps.doctor.check.applicationDisabled');
    case 'address https':
    case 'address privateScheme':
      return t('apps.doctor.check.address');
    case 'address local':
      return t('apps.doctor.check.local');
    case 'backchannel none':
      return t('apps.doctor.check.noBackchannel');
    case 'backchannel private':
      return t('apps.doctor.check.private');
    case 'backchannel unreachable':
      return t('apps.doctor.check.unreachable', { value: shown });
    case 'backchannel acceptsAll':
      return t('apps.doctor.check.acceptsAll', { value: shown });
    case 'backchannel redirects':
      return t('apps.doctor.check.redirects', { value: shown });
    case 'backchannel answers':
      return t('apps.doctor.check.answers');
    case 'backchannel serverError':
    case 'backchannel wrongStatus':
      return t('apps.doctor.check.wrongStatus', { value: shown });
    case 'clock vid':
      return t('apps.doctor.check.clockVid', { value: shown });
    case 'clock application':
      return t('apps.doctor.check.clockApplication', { value: shown });
    case 'keys signing':
      return t('apps.doctor.check.signing', { value: shown });
    case 'keys client':
      return t('apps.doctor.check.clientKeys', { count: Number(shown) });
    case 'secret one':
      return t('apps.doctor.check.secret');
    case 'secret former':
      return t('apps.doctor.check.formerSecret', { end: formatDateTime(shown) });
    case 'secret none':
      return t('apps.doctor.check.noSecret');
    default:
      return t('apps.doctor.check.badAddress');
  }
}
