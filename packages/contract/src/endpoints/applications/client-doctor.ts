import { Type } from 'typebox';
import { arrayOf, namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { attemptProblems, attemptSteps, addressDifferences, clientChecks } from '../../sso/attempts.ts';
import { IsoTime, NoBody, nullable } from '../shapes.ts';

const Problem = namedObject('ClientProblem', {
  code: Type.Enum([...attemptProblems]),
  error: Type.String({
    description: 'The OAuth error or VID’s code, as the application received it.',
    examples: ['invalid_redirect_uri'],
  }),
  detail: nullable(
    Type.String({ description: 'Further details in English, from the OpenID Connect library.' }),
  ),
  sent: nullable(
    Type.String({
      description: 'Without query values, which may be personal data.',
      examples: ['https://shop.example.vn/cb/'],
    }),
  ),
  expected: Type.Array(Type.String({ examples: ['https://shop.example.vn/cb'] })),
  difference: nullable(Type.Enum([...addressDifferences])),
});

const Attempt = namedObject('SignOnAttempt', {
  id: Type.String({ examples: ['4711'] }),
  protocol: Type.Enum(['openid', 'community', 'machine']),
  startedAt: IsoTime,
  steps: arrayOf({
    step: Type.Enum([...attemptSteps]),
    state: Type.Enum(['done', 'waiting', 'failed']),
    at: IsoTime,
    problem: nullable(Problem),
  }),
});

export const Refusal = namedObject('SignOnRefusal', {
  clientId: nullable(Type.String({ examples: ['sandat-web'] })),
  reason: Type.String({ description: 'The OAuth error or VID’s code.', examples: ['invalid_redirect_uri'] }),
  at: IsoTime,
  details: arrayOf({
    name: Type.String({ examples: ['redirectUri'] }),
    value: Type.String({ examples: ['https://shop.example.vn/cb/'] }),
  }),
});

const Check = namedObject('ClientCheck', {
  check: Type.Enum([...clientChecks]),
  state: Type.Enum(['good', 'warning', 'bad', 'skipped']),
  reason: Type.String({ description: 'The finding.', examples: ['answers'] }),
  subject: nullable(Type.String({ examples: ['https://shop.example.vn/logout'] })),
  value: nullable(Type.String({ examples: ['400'] })),
});

export const clientDoctorEndpoints = defineEndpoints('manager', 'clients', {
  'GET /vid/api/apps/:appId/clients/:clientId/attempts': {
    id: 'listClientAttempts',
    summary: 'List the last sign-ins of a client with their steps, newest first',
    data: Type.Array(Attempt),
  },
  'GET /vid/api/apps/:appId/clients/:clientId/attempts/events': {
    id: 'watchClientAttempts',
    summary: 'Receive an event whenever the sign-ins of a client change',
    data: Type.Object({ changed: Type.Boolean() }),
    isStream: true,
    errors: ['BUSY'],
  },
  'GET /vid/api/apps/:appId/clients/:clientId/refusals/:reference': {
    id: 'findClientRefusal',
    summary: 'Find out why a sign-in was rejected, by the reference that the user saw',
    data: Refusal,
  },
  'POST /vid/api/apps/:appId/clients/:clientId/checks': {
    id: 'checkClient',
    limit: { perHour: 120, rows: 0 },
    summary: 'Check the settings of a client, and whether its back-channel address answers',
    body: NoBody,
    data: Type.Array(Check),
  },
});
