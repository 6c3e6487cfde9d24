import { connect, type Queryable } from '#database/connection.ts';
import { createKeys } from '#lib/keys.ts';
import { counted } from '#lib/counted.ts';
import { byOperator, createAudit } from '#platform/audit/audit.ts';
import { createInstallation } from '#platform/installation/installation.ts';
import { loadMasterKey } from '#process/master-key.ts';
import { requireFlags, UsageProblem, type Run } from './command.ts';
import { requireMigrations } from './database.ts';

/** `vid confirm-database` makes a copied database the original, so that messages are sent from it. */
export const confirmDatabase: Run = (args, context) => {
  const isDiscarding = requireFlags(args, ['--discard']).has('--discard');
  return context.withDeps(async ({ sql, keys, audit }) => {
    const installation = createInstallation(sql, keys);
    await installation.record();
    const isCopy = await installation.isCopy();
    const identity = await installation.readIdentity();
    const discarded = await sql.begin(async (tx) => {
      await installation.confirm(tx, identity);
      const count = isDiscarding ? await discardWaiting(tx) : 0;
      if (isCopy) await audit.write(tx, { ...byOperator, kind: 'database.confirmed', details: { count } });
      return count;
    });
    const text = isCopy
      ? 'This database is confirmed. Messages are sent within a minute.'
      : 'This database is not a copy.';
    context.show(
      { isCopy, discarded },
      isDiscarding ? `${text} Discarded ${counted(discarded, 'waiting message')}.` : text,
    );
  });
};

/** Discards waiting messages and returns their number. Webhook messages can be replayed. */
async function discardWaiting(tx: Queryable): Promise<number> {
  const direct = await tx`
    update deliveries set status = 'failed', sealed_content = null, lease_until = null
    where kind <> 'webhook' and status in ('pending', 'sending')`;
  const messages = await tx`
    update deliveries set status = 'skipped' where kind = 'webhook' and status = 'pending'`;
  const notices = await tx`delete from due_notices`;
  return direct.count + messages.count + notices.count;
}

/** `vid new-master-key` accepts the master key of the settings in place of a lost key. */
export const newMasterKey: Run = async (args, context) => {
  if (args.length !== 1 || args[0] !== '--old-key-lost')
    throw new UsageProblem(
      'Use new-master-key --old-key-lost. No password, authenticator app or webhook secret works with another key. See “Another master key” in docs/operations.md.',
    );
  await context.withDatabase(async (target) => {
    const keys = createKeys(await loadMasterKey(context.config()));
    const { sql, close } = connect(target, { max: 2, applicationName: 'vid-cli' });
    try {
      await requireMigrations(sql);
      const installation = createInstallation(sql, keys);
      if (await installation.isKeyRight())
        return context.show({ isReplaced: false }, 'The master key is already the one of this database.');
      await sql.begin(async (tx) => {
        await installation.replaceKey(tx);
        await createAudit().write(tx, { ...byOperator, kind: 'master-key.replaced', details: {} });
      });
      context.show({ isReplaced: true }, 'The master key is recorded. Start VID.');
    } finally {
      await close();
    }
  });
};
