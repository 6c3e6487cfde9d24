import { createPrivacyRequestRepo } from '#member/privacy/requests/privacy-requests.repo.ts';
import { counted } from '#lib/counted.ts';
import { maskPhone } from '#lib/mask-phone.ts';
import { requireFlags, UsageProblem, type Run } from './command.ts';

const maxListed = 500;

/** Lists the queue until the administration pages do. Shows the words of each request, because they are the task. */
export const privacyRequests: Run = (args, context) => {
  requireFlags(args, []);
  if (args.length > 0) throw new UsageProblem('This command takes no arguments.');
  return context.withDeps(async (deps) => {
    const requests = await createPrivacyRequestRepo(deps.sql).listOpen(maxListed);
    const now = Date.now();
    for (const { id, accountId, phone, kind, details, createdAt, replyDueAt, dueAt } of requests) {
      const late = dueAt.getTime() < now ? '  OVERDUE' : replyDueAt.getTime() < now ? '  REPLY OVERDUE' : '';
      console.log(`${kind}  ${id}  ${accountId}  ${maskPhone(phone)}${late}`);
      console.log(
        `  made ${toMinute(createdAt)}, reply by ${toMinute(replyDueAt)}, due ${toMinute(dueAt)} (UTC)`,
      );
      console.log(`  ${details.replaceAll('\n', '\n  ')}\n`);
    }
    console.log(`${counted(requests.length, 'open request')}.`);
    return 0;
  });
};

function toMinute(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ');
}
