import { endpoints, type Data, type EndpointName } from '@vid/contract/endpoints/index';
import { Value } from 'typebox/value';
import type { Answer } from '#http/routes.ts';

/** Returns what an endpoint would send: the declared fields only, with times as texts. */
export function sent<N extends EndpointName>(name: N, answer: Answer<N>): Data<N> {
  const cleaned: unknown = Value.Clean(endpoints[name].data, JSON.parse(JSON.stringify(answer)));
  // oxlint-disable-next-line no-unsafe-type-assertion -- the compiler checks the answer against the same schema
  return cleaned as Data<N>;
}
