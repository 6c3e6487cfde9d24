import type { Data } from '@vid/contract/endpoints/index';
import { attemptSteps } from '@vid/contract/sso/attempts';
import type { EventSource } from '#http/event-stream.ts';
import { AppError } from '#lib/app-error.ts';
import { readReference } from '#lib/text/references.ts';
import type { RefusalLog } from '../refusal-log.ts';
import type { ApplicationServices } from '#applications/services.ts';
import type { SigningKeys } from '#oidc/keys/signing-keys.ts';
import { createAttemptRepo, type AttemptRow, type StoredStep } from './attempt.repo.ts';
import { checkClient, type Check } from './client-checks.ts';

type Attempt = Data<'GET /vid/api/apps/:appId/clients/:clientId/attempts'>[number];
type Change = Data<'GET /vid/api/apps/:appId/clients/:clientId/attempts/events'>;

const shownAttempts = 30;

type Deps = ApplicationServices & {
  readonly signingKeys: Pick<SigningKeys, 'load'>;
  readonly refusalLog: Pick<RefusalLog, 'explain'>;
};

/**
 * Diagnoses clients for their managers. Every method throws NOT_FOUND for another application's client (M2).
 */
export function createClientDoctorService(deps: Deps) {
  const { sql, applicationRepo: repo, signingKeys, events, config, outgoing, nowMs } = deps;
  const attemptRepo = createAttemptRepo(sql);
  const need = async (appId: string, clientId: string) => {
    const known = await repo.findClient(clientId);
    if (known?.application.id !== appId) throw new AppError('NOT_FOUND');
    return known;
  };

  return {
    async listAttempts(appId: string, clientId: string): Promise<Attempt[]> {
      await need(appId, clientId);
      return (await attemptRepo.list(clientId, shownAttempts)).map(toAttempt);
    },

    /**
     * Finds a refusal of the client by its reference.
     * @throws AppError NOT_FOUND, also for another client's refusal (M2)
     */
    async findRefusal(appId: string, clientId: string, typed: string) {
      await need(appId, clientId);
      const known = readReference(typed);
      const refusal = known?.kind === 'refusal' ? await deps.refusalLog.explain(known.reference) : undefined;
      if (refusal?.clientId !== clientId) throw new AppError('NOT_FOUND');
      return refusal;
    },

    /**
     * Sends an event without details whenever a sign-on changes. The manager's page then reads the list, which
     * checks the manager's permission again (M7).
     */
    async follow(appId: string, clientId: string): Promise<EventSource<Change>> {
      await need(appId, clientId);
      return ({ send }) => {
        const unsubscribe = events.subscribe('attempts', clientId, () => send({ changed: true }));
        // A sign-on may have changed before the subscription, so report a change immediately.
        send({ changed: true });
        return unsubscribe;
      };
    },

    async check(appId: string, clientId: string): Promise<Check[]> {
      const known = await need(appId, clientId);
      const [secrets, { jwks }, [clock]] = await Promise.all([
        repo.listSecrets(clientId),
        signingKeys.load(),
        sql<{ now: Date }[]>`select clock_timestamp() as now`,
      ]);
      return checkClient({
        ...known,
        secrets,
        signingAlgs: jwks.keys.flatMap(({ alg }) => alg ?? []),
        clockMs: clock ? nowMs() - clock.now.getTime() : 0,
        isProduction: config.isProduction,
        outgoing,
        nowMs: nowMs(),
      });
    },
  };
}

/** Returns each step once, with its last outcome. */
function toAttempt({ id, protocol, startedAt, steps }: AttemptRow): Attempt {
  const last = new Map<string, StoredStep>();
  for (const step of steps.toSorted((a, b) => a.at.localeCompare(b.at))) last.set(step.step, step);
  return {
    id,
    protocol,
    startedAt: startedAt.toISOString(),
    steps: attemptSteps.flatMap((name) => {
      const step = last.get(name);
      return step ? [{ step: name, state: step.state, at: step.at, problem: toProblem(step) }] : [];
    }),
  };
}

const toProblem = ({ problem }: StoredStep): Attempt['steps'][number]['problem'] =>
  problem
    ? {
        code: problem.code,
        error: problem.error,
        detail: problem.detail ?? null,
        sent: problem.sent ?? null,
        expected: [...(problem.expected ?? [])],
        difference: problem.difference ?? null,
      }
    : null;
