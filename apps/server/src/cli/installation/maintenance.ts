import { parseArgs } from 'node:util';
import { vietnamTime } from '#lib/text/vietnam-time.ts';
import { byOperator } from '#platform/audit/audit.ts';
import { orUsage } from '../access/subcommand.ts';
import { UsageProblem, type Run } from '../command.ts';
import { readEnd } from './maintenance.policy.ts';

const usage = `maintenance                                        whether maintenance is on, and until when
maintenance on --until 23:30 [--message TEXT]      show members the maintenance page until then
maintenance off                                    end maintenance now

The time is in Vietnam; 2026-12-01T05:00 is a time on another day. TEXT has at most 200 characters.`;
const maxMessageLength = 200;

export const maintenance: Run = async (args, context) => {
  const { positionals, values } = orUsage(
    () =>
      parseArgs({
        args: [...args],
        allowPositionals: true,
        options: { until: { type: 'string' }, message: { type: 'string' } },
      }),
    usage,
  );
  const [action, ...rest] = positionals;
  if (rest.length > 0) throw new UsageProblem(usage);
  if (action === 'on') {
    const message = values.message?.trim() ?? '';
    if (values.until === undefined || message.length > maxMessageLength) throw new UsageProblem(usage);
    const { until } = values;
    const endsAt = orUsage(() => readOption(until), usage);
    return context.withDeps(async ({ sql, maintenance: service, audit }) => {
      await sql.begin(async (tx) => {
        await service.start(tx, { endsAt, message: message === '' ? null : message });
        const details = { until: endsAt.toISOString(), message };
        await audit.write(tx, { kind: 'maintenance.started', ...byOperator, details });
      });
      context.show(
        { endsAt, message },
        `Maintenance is on until ${vietnamTime(endsAt, 'en')} (Vietnam). Members see it within a second.`,
      );
    });
  }
  if (values.until !== undefined || values.message !== undefined) throw new UsageProblem(usage);
  if (action === 'off')
    return context.withDeps(async ({ sql, maintenance: service, audit }) => {
      const wasOn = await sql.begin(async (tx) => {
        const ended = await service.end(tx);
        if (ended) await audit.write(tx, { kind: 'maintenance.ended', ...byOperator, details: {} });
        return ended;
      });
      context.show({ wasOn }, wasOn ? 'Maintenance has ended.' : 'Maintenance was not on.');
    });
  if (action !== undefined) throw new UsageProblem(usage);
  return context.withDeps(async (deps) => {
    const notice = await deps.maintenance.find();
    context.show(
      notice ?? null,
      notice
        ? `Maintenance is on until ${vietnamTime(notice.endsAt, 'en')} (Vietnam).`
        : 'Maintenance is not on.',
    );
  });
};

function readOption(text: string): Date {
  try {
    return readEnd(text, new Date());
  } catch (error) {
    throw new Error(`--until ${error instanceof Error ? error.message : ''}.`, { cause: error });
  }
}
