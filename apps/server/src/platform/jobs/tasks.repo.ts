import type { Queryable, Sql } from '#database/connection.ts';
import { publishEvent } from '#platform/events/events.ts';
import type { TaskState } from './schedule.policy.ts';

type Lease = { readonly name: string; readonly leaseId: string };

/**
 * Creates the statements of the task schedule. A lease ends at a time stored in the task's row, so a process
 * that is frozen or killed loses it.
 */
export function createTasksRepo(sql: Sql) {
  return {
    /**
     * Returns the tasks and the database's time, which decides in every process what is due; without tasks, the
     * process's time.
     */
    async list(names: readonly string[]): Promise<{ tasks: readonly TaskState[]; now: Date }> {
      const rows = await sql<(TaskState & { now: Date })[]>`
        select name, due_at, lease_id, lease_until, now() as now from scheduled_tasks
        where name = any(${[...names]}::text[]) order by due_at, name`;
      return { tasks: rows, now: rows[0]?.now ?? new Date() };
    },

    async add(name: string, dueAt: Date): Promise<void> {
      await sql`insert into scheduled_tasks (name, due_at) values (${name}, ${dueAt}) on conflict do nothing`;
    },

    /**
     * Claims the task and sets its next regular run. Returns false if another process has claimed the task or
     * it is not due. A process may claim its own task again, because the reply to its first claim may have
     * been lost.
     */
    claim: ({ name, leaseId }: Lease, nextAt: Date, leaseSeconds: number) =>
      sql`
        update scheduled_tasks set due_at = ${nextAt}, started_at = now(), lease_id = ${leaseId},
          lease_until = now() + make_interval(secs => ${leaseSeconds})
        where name = ${name}
          and (lease_id = ${leaseId} or lease_until <= now() or (lease_until is null and due_at <= now()))`.hasRows(),

    async postpone(name: string, nextAt: Date): Promise<void> {
      await sql`
        update scheduled_tasks set due_at = ${nextAt}, lease_id = null, lease_until = null
        where name = ${name} and (lease_until <= now() or (lease_until is null and due_at <= now()))`;
    },

    async renew(leaseId: string, names: readonly string[], leaseSeconds: number): Promise<void> {
      await sql`
        update scheduled_tasks set lease_until = now() + make_interval(secs => ${leaseSeconds})
        where lease_id = ${leaseId} and name = any(${[...names]}::text[])`;
    },

    async finish({ name, leaseId }: Lease, hasFailed: boolean): Promise<void> {
      await sql`
        update scheduled_tasks set lease_id = null, lease_until = null, finished_at = now(),
          failed_at = case when ${hasFailed} then now() else failed_at end
        where name = ${name} and lease_id = ${leaseId}`;
    },
  };
}

/**
 * Makes a task due as soon as `tx` commits; a task that is running runs once more. The row stays locked until
 * the commit, so call this function at the end of a short transaction.
 */
export async function runSoon(tx: Queryable, name: string): Promise<void> {
  await tx`update scheduled_tasks set due_at = now() where name = ${name}`;
  await publishEvent(tx, 'tasks', 'all');
}
