import { parseArgs } from 'node:util';
import type { CommandDeps } from '#cli/services.ts';
import { counted } from '#lib/telemetry/counted.ts';
import { createAuditChainRepo } from '#platform/audit/chain/audit-chain.repo.ts';
import {
  anchorOf,
  createAuditVerifier,
  parseAnchor,
  type ChainProblem,
} from '#platform/audit/chain/audit-verifier.ts';
import { readContent } from '#platform/audit/chain/seal-content.ts';
import { orUsage } from '../access/subcommand.ts';
import { CommandProblem, UsageProblem, type Context, type Run } from '../command.ts';

const usage = `audit verify [--anchor VALUE]   whether the chain is intact, and still has this anchor
audit anchor                    the newest seal, to keep elsewhere`;
const options = { anchor: { type: 'string' } } as const;

const problemTexts: Readonly<Record<ChainProblem['problem'], string>> = {
  'seal-missing': 'the seal is missing',
  'seal-changed': 'the seal was changed, or its key is lost',
  'seal-out-of-order': 'the seal does not follow the previous seal',
  'rows-changed': 'rows were changed',
  'rows-missing': 'rows are missing',
  'rows-added': 'rows were added',
  'purged-early': 'rows were removed before their time',
};

export const auditCommand: Run = (args, context) => {
  const { values, positionals } = parse(args);
  const [action, ...rest] = positionals;
  if (rest.length > 0 || (action === 'anchor' && values.anchor !== undefined)) throw new UsageProblem(usage);
  if (action === 'anchor') return context.withDeps((deps) => printAnchor(deps, context));
  if (action !== 'verify') throw new UsageProblem(usage);
  const anchor = values.anchor === undefined ? undefined : parseAnchor(values.anchor);
  if (values.anchor !== undefined && !anchor)
    throw new UsageProblem('An anchor is a number, a full stop and 64 hexadecimal digits.');
  return context.withDeps((deps) => verify(deps, anchor, context));
};

const parse = (args: readonly string[]) =>
  orUsage(() => parseArgs({ args: [...args], options, allowPositionals: true }), usage);

async function verify(
  deps: CommandDeps,
  anchor: ReturnType<typeof parseAnchor>,
  context: Context,
): Promise<number> {
  const chainRepo = createAuditChainRepo(deps.sql);
  const auditVerifier = createAuditVerifier({ ...deps, chainRepo });
  const { problem, rows, last } = await auditVerifier.verify();
  const unsealed = await chainRepo.countUnsealed(last ? (readContent(last.content)?.to ?? 0) : 0);
  const isAnchorKnown = anchor === undefined ? null : await auditVerifier.hasAnchor(anchor);
  const isIntact = !problem && isAnchorKnown !== false;
  const lines = problem
    ? [describeProblem(problem)]
    : [
        `The chain is intact: ${counted(last?.number ?? 0, 'seal')} of ${counted(rows, 'row')}.`,
        `${counted(unsealed.rows, 'row')} not sealed yet.`,
      ];
  if (anchor)
    lines.push(
      isAnchorKnown === true
        ? `Seal ${anchor.number} matches the anchor.`
        : `Seal ${anchor.number} is missing or does not match the anchor: the chain was truncated or rebuilt.`,
    );
  const report = {
    intact: isIntact,
    seals: last?.number ?? 0,
    rows,
    unsealed_rows: unsealed.rows,
    newest: last ? anchorOf(last) : null,
    anchor_found: isAnchorKnown,
    problem: problem ?? null,
  };
  context.show(report, lines.join('\n'));
  return isIntact ? 0 : 1;
}

function describeProblem({ seal, problem, kind, month }: ChainProblem): string {
  const where = kind === undefined ? '' : ` (${kind}, ${month ?? ''})`;
  return `The chain is broken at seal ${seal}: ${problemTexts[problem]}${where}.`;
}

async function printAnchor({ sql }: CommandDeps, context: Context): Promise<void> {
  const last = await createAuditChainRepo(sql).findLast(sql);
  if (!last)
    throw new CommandProblem(
      'NOT_FOUND',
      'The audit log has no seal yet. A running server makes one within a minute.',
    );
  const anchor = anchorOf(last);
  context.show({ anchor, seal: last.number, at: readContent(last.content)?.at ?? null }, anchor);
}
