import { createPrivacyQueueService } from '#admin/privacy/privacy-queue.service.ts';
import { counted } from '#lib/telemetry/counted.ts';
import { maskPhone } from '#lib/phone/mask-phone.ts';
import { requireFlags, UsageProblem, type Run } from '../command.ts';

const maxListed = 500;

/**
 * Lists up to `maxListed` open privacy requests of `/admin/privacy`, next deadline first, with the text that
 * the operator must answer.
 */
export const privacyRequests: Run = (args, context) => {
  requireFlags(args, []);
  if (args.length > 0) throw new UsageProblem('This command takes no arguments.');
  return context.withDeps(async (deps) => {
    const queue = createPrivacyQueueService(deps);
    const requests = await queue.listWaiting(maxListed);
    const now = Date.now();
    const lines = requests.flatMap(
      ({ id, accountId, phone, kind, status, details, createdAt, replyDueAt, dueAt }) => {
        const isReplyLate = status === 'open' && replyDueAt.getTime() < now;
        const late = dueAt.getTime() < now ? '  OVERDUE' : isReplyLate ? '  REPLY OVERDUE' : '';
        return [
          `${kind}  ${id}  ${accountId}  ${maskPhone(phone)}${late}`,
          `  made ${toMinute(createdAt)}, reply by ${toMinute(replyDueAt)}, due ${toMinute(dueAt)} (UTC)`,
          `  ${details.replaceAll('\n', '\n  ')}\n`,
        ];
      },
    );
    context.show(
      requests.map(({ id, accountId, phone, kind, status, details, createdAt, replyDueAt, dueAt }) => ({
        id,
        accountId,
        phone: maskPhone(phone),
        kind,
        status,
        details,
        createdAt,
        replyDueAt,
        dueAt,
      })),
      [...lines, `${counted(requests.length, 'open request')}.`].join('\n'),
    );
  });
};

function toMinute(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ');
}
