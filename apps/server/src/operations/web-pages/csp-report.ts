import type { FastifyInstance } from 'fastify';
import { logOf } from '#http/request-log.ts';
import type { Metrics } from '#lib/telemetry/metrics.ts';
import { words } from '#lib/text/text.ts';
import { reportPath } from './content-security-policy.ts';

export type CspReportDeps = { readonly metrics: Metrics; readonly nowMs: () => number };

const types = ['application/reports+json', 'application/csp-report'];
const maxReportsPerRequest = 10;
/** Anyone can send reports, so log lines are limited and metric labels come from a closed list. */
const maxLinesPerMinute = 30;
const directives = new Set(
  words(`script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src font-src
   connect-src frame-src worker-src manifest-src form-action base-uri frame-ancestors
   require-trusted-types-for`),
);

/** Accepts browsers' reports of content security policy violations (W3C CSP 3 section 5, Reporting API). */
export function registerCspReports(app: FastifyInstance, { metrics, nowMs }: CspReportDeps): void {
  let minute = 0;
  let lines = 0;
  const mayLog = (): boolean => {
    const current = Math.floor(nowMs() / 60_000);
    if (current !== minute) {
      minute = current;
      lines = 0;
    }
    lines += 1;
    return lines <= maxLinesPerMinute;
  };

  void app.register((scope, _options, done) => {
    scope.addContentTypeParser(types, { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, readReports(String(body))),
    );
    scope.post(
      reportPath,
      { config: { acceptsAnyOrigin: true, acceptsAnyType: true, isQuiet: true } },
      async (request, reply) => {
        const reports: readonly unknown[] = Array.isArray(request.body) ? request.body : [];
        for (const report of reports.slice(0, maxReportsPerRequest)) {
          const violation = describe(report);
          metrics.cspReports.inc({ directive: violation.directive });
          if (mayLog()) logOf(request).warn({ csp: violation }, 'content policy violation');
        }
        return reply.status(204).send();
      },
    );
    done();
  });
}

function readReports(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return [];
  }
}

type Violation = { directive: string; blocked: string; page: string; source: string; disposition: string };

/** Shortens the fields of a report, and removes the query from URLs, because it may contain codes. */
function describe(report: unknown): Violation {
  const outer = toRecord(report);
  const body = toRecord(outer['body'] ?? outer['csp-report']);
  const first = (...names: string[]): string =>
    names.map((name) => body[name]).find((value) => typeof value === 'string') ?? '';
  const directive = first('effectiveDirective', 'effective-directive', 'violated-directive');
  return {
    directive: directives.has(directive) ? directive : 'other',
    blocked: toLocation(first('blockedURL', 'blocked-uri')),
    page: toLocation(first('documentURL', 'document-uri')),
    source: toLocation(first('sourceFile', 'source-file')),
    disposition: first('disposition') === 'report' ? 'report' : 'enforce',
  };
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function toLocation(value: string): string {
  if (!URL.canParse(value)) return value.slice(0, 40);
  const { origin, pathname, protocol } = new URL(value);
  return origin === 'null' ? protocol : `${origin}${pathname}`.slice(0, 200);
}
