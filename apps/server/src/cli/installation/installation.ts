import { ConfigError } from '#config/config.ts';
import { connect, type Queryable } from '#database/connection.ts';
import { counted } from '#lib/telemetry/counted.ts';
import { byOperator, createAudit } from '#platform/audit/audit.ts';
import { createDataKeys, type DataKeys } from '#platform/installation/data-keys.ts';
import { createInstallation, wrongMasterKey } from '#platform/installation/installation.ts';
import { loadMasterKeys } from '#process/environment/master-key.ts';
import { requireFlags, type Run } from '../command.ts';
import { requireMigrations } from '../database.ts';

/** `vid confirm-database` makes a copied database the original, so that messages are sent from it. */
export const confirmDatabase: Run = (args, context) => {
  const isDiscarding = requireFlags(args, ['--discard']).has('--discard');
  return context.withDeps(async ({ sql, audit }) => {
    const installation = createInstallation(sql);
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

/** Discards waiting messages and returns their number. Discarded webhook messages can be replayed. */
async function discardWaiting(tx: Queryable): Promise<number> {
  const direct = await tx`
    update deliveries set status = 'failed', sealed_content = null, lease_until = null
    where kind <> 'webhook' and status in ('pending', 'sending')`;
  const messages = await tx`
    update deliveries set status = 'skipped' where kind = 'webhook' and status = 'pending'`;
  const notices = await tx`delete from due_notices`;
  return direct.count + messages.count + notices.count;
}

/**
 * `vid new-master-key` seals the data keys with the master key of the settings, so that VID_MASTER_KEY_OLD is
 * no longer needed. With `--old-key-lost`, it replaces data keys that neither master key opens.
 */
export const newMasterKey: Run = async (args, context) => {
  const isLost = requireFlags(args, ['--old-key-lost']).has('--old-key-lost');
  await context.withDatabase(async (target) => {
    const masterKeys = await loadMasterKeys(context.config());
    const { sql, close } = connect(target, { max: 2, applicationName: 'vid-cli' });
    try {
      await requireMigrations(sql);
      const dataKeys = createDataKeys(sql, masterKeys);
      const outcome = await sql.begin(async (tx) => {
        const { needFormer, unreadable } = await dataKeys.lock(tx);
        if (unreadable > 0 && !isLost) throw new ConfigError([wrongMasterKey]);
        if (needFormer === 0 && unreadable === 0) return 'unchanged';
        await (unreadable > 0 ? replaceLostKeys(tx, dataKeys) : dataKeys.reseal(tx));
        const details = { lost: unreadable > 0 };
        await createAudit().write(tx, { ...byOperator, kind: 'master-key.replaced', details });
        return unreadable > 0 ? 'replaced' : 'sealed';
      });
      context.show({ isReplaced: outcome !== 'unchanged' }, outcomeTexts[outcome]);
    } finally {
      await close();
    }
  });
};

const outcomeTexts = {
  unchanged: 'The master key is already the one of this database.',
  replaced: 'The master key is recorded. Start VID.',
  sealed:
    'The data keys are sealed with VID_MASTER_KEY. Remove VID_MASTER_KEY_OLD from the settings of every machine.',
};

/**
 * Replaces the lost data keys, and deletes the signing keys and the queued messages, which the lost keys may
 * have sealed.
 */
async function replaceLostKeys(tx: Queryable, dataKeys: DataKeys): Promise<void> {
  await dataKeys.replaceLost(tx);
  await tx`delete from signing_keys`;
  await tx`delete from deliveries where sealed_content is not null`;
}
