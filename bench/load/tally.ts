import { percentile } from '../harness/statistics.ts';
import type { Sample } from './jobs.ts';

/** Counts responses and their latencies (milliseconds). Only a 200 counts as work done. */
export class Tally {
  readonly #latencies: number[] = [];
  readonly #statuses: Record<string, number> = {};
  #broken = 0;
  #firstFailure: string | undefined;

  answered(status: number, milliseconds: number): void {
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    if (status === 200) this.#latencies.push(milliseconds);
  }

  failed(error: unknown): void {
    this.#broken += 1;
    this.#firstFailure ??= error instanceof Error ? error.message : String(error);
  }

  sample(seconds: number): Sample {
    return {
      count: this.#latencies.length,
      perSecond: this.#latencies.length / seconds,
      statuses: this.#statuses,
      broken: this.#broken,
      ...(this.#firstFailure === undefined ? {} : { firstFailure: this.#firstFailure }),
      p50: percentile(this.#latencies, 50),
      p99: percentile(this.#latencies, 99),
    };
  }
}
