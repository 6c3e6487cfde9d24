import { managementPath, type ManagementScope } from '@vid/contract/management-scopes';
import type { Machine } from '#http/caller.ts';
import type { TokenRequest } from '#http/routes/admit.ts';
import { AppError } from '#lib/app-error.ts';
import type { Counters } from '#platform/limits/counters.ts';
import { checkProof, proofAlgorithms, proofWindowSeconds } from './dpop-proof.ts';
import type { MachineTokenRepo } from './machine-tokens.repo.ts';

/** Limits that keep one client from using up the capacity of others. */
const callsPerMinute = { ofClient: 600, ofApplication: 1_200 } as const;

type Deps = {
  readonly repo: MachineTokenRepo;
  readonly counters: Pick<Counters, 'allow'>;
  readonly origin: string;
};

const schemes = /^(Bearer|DPoP) ([\w.~+/-]{1,512}=*)$/iu;

/**
 * Authenticates the calls of machine clients to the management API. Reads the token at each request, so that a
 * revocation takes effect at once.
 */
export function createMachineCallers({ repo, counters, origin }: Deps) {
  const audience = origin + managementPath;

  const requireProof = async (
    request: TokenRequest,
    token: { value: string; keyThumbprint: string },
  ): Promise<string> => {
    const { dpop, method, url } = request;
    const path = url.split('?', 1)[0] ?? '';
    const jti =
      dpop === undefined
        ? undefined
        : await checkProof(dpop, {
            method,
            url: origin + path,
            token: token.value,
            keyThumbprint: token.keyThumbprint,
          });
    if (jti === undefined) throw refuse('invalid_dpop_proof', 'DPoP');
    return jti;
  };

  const useProof = async (clientId: string, jti: string): Promise<void> => {
    // Store the proof for its whole validity: the window before and after its own time.
    if (!(await repo.useProof(clientId, jti, 2 * proofWindowSeconds)))
      throw refuse('invalid_dpop_proof', 'DPoP');
  };

  return {
    async authenticate(request: TokenRequest, scope: ManagementScope): Promise<Machine> {
      if (request.authorization === undefined) throw refuse(undefined);
      const [, scheme = '', value = ''] = schemes.exec(request.authorization) ?? [];
      const isDpop = scheme.toLowerCase() === 'dpop';
      const token = value === '' ? undefined : await repo.find(value);
      if (!token || token.audience !== audience) throw refuse('invalid_token', isDpop ? 'DPoP' : 'Bearer');
      const { clientId, applicationId, accountId, tokenHash, keyThumbprint } = token;
      // A stolen token that is bound to a key must not work as a bearer token (RFC 9449 section 7.2).
      if (isDpop !== (keyThumbprint !== null) || (token.requiresDpop && !isDpop))
        throw refuse('invalid_token', keyThumbprint === null ? 'Bearer' : 'DPoP');
      const jti = keyThumbprint === null ? null : await requireProof(request, { value, keyThumbprint });
      const { ofClient, ofApplication } = callsPerMinute;
      await counters.allow(
        { key: `manage:${clientId}`, windowSeconds: 60, limit: ofClient },
        { key: `manage-application:${applicationId}`, windowSeconds: 60, limit: ofApplication },
      );
      // Count the call before storing its proof, so that calls over the limit store no proofs.
      if (jti !== null) await useProof(clientId, jti);
      if (!token.scopes.includes(scope))
        throw new AppError('INSUFFICIENT_SCOPE', {
          challenge: challengeOf(isDpop ? 'DPoP' : 'Bearer', `error="insufficient_scope", scope="${scope}"`),
        });
      return { clientId, applicationId, accountId, tokenHash };
    },
  };
}

/**
 * Returns the error for a refused request. Without a token, the challenge has no error code (RFC 6750 section
 * 3.1).
 */
function refuse(error: string | undefined, scheme: 'Bearer' | 'DPoP' = 'Bearer'): AppError {
  const detail = error === undefined ? undefined : `error="${error}"`;
  return new AppError('ACCESS_TOKEN_INVALID', { challenge: challengeOf(scheme, detail) });
}

function challengeOf(scheme: 'Bearer' | 'DPoP', detail: string | undefined): string {
  const parts = ['realm="vid"', ...(detail === undefined ? [] : [detail])];
  if (scheme === 'DPoP') parts.push(`algs="${proofAlgorithms.join(' ')}"`);
  return `${scheme} ${parts.join(', ')}`;
}
