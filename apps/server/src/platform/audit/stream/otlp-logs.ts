import type { StreamedEvent } from './audit-stream.repo.ts';

type Value =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }
  | { readonly doubleValue: number };

export type Source = { readonly host: string; readonly version: string };

/** OTLP calls this severity INFO. */
const info = 9;

/**
 * Returns the request that sends events as OpenTelemetry logs (OTLP 1.5, JSON), with the fields that
 * docs/operations.md lists.
 */
export function toOtlpLogs(events: readonly StreamedEvent[], { host, version }: Source, now: Date): object {
  const observedTimeUnixNano = `${now.getTime()}000000`;
  return {
    resourceLogs: [
      {
        resource: {
          attributes: attributes({
            'service.name': 'vid',
            'service.version': version,
            'server.address': host,
          }),
        },
        scopeLogs: [
          {
            scope: { name: 'vid.audit' },
            logRecords: events.map((event) => ({ ...toRecord(event), observedTimeUnixNano })),
          },
        ],
      },
    ],
  };
}

function toRecord(event: StreamedEvent) {
  const { id, microseconds, kind } = event;
  const details = Object.entries(event.details).map(([name, value]) => [`vid.details.${name}`, value]);
  return {
    timeUnixNano: `${microseconds}000`,
    severityNumber: info,
    severityText: 'INFO',
    eventName: kind,
    body: { stringValue: kind },
    attributes: attributes({
      'vid.audit.id': id,
      // Receivers of an older version of OTLP do not know `eventName`.
      'event.name': kind,
      'vid.account.id': event.accountId,
      'vid.actor.id': event.actorId,
      'client.address': event.address,
      'vid.request.id': event.requestId,
      'user_agent.name': event.browser,
      'os.name': event.system,
      ...Object.fromEntries(details),
    }),
  };
}

/** Omits empty values, such as those of an erased account. */
function attributes(values: Readonly<Record<string, unknown>>) {
  return Object.entries(values).flatMap(([key, content]) => {
    const value = toValue(content);
    return value === undefined ? [] : [{ key, value }];
  });
}

function toValue(content: unknown): Value | undefined {
  if (content === null || content === undefined || content === '') return undefined;
  if (typeof content === 'string') return { stringValue: content };
  if (typeof content === 'boolean') return { boolValue: content };
  // ProtoJSON encodes 64-bit integers as strings.
  if (typeof content === 'number')
    return Number.isSafeInteger(content) ? { intValue: String(content) } : { doubleValue: content };
  return { stringValue: JSON.stringify(content) };
}
