import type { Data, EndpointName } from '@vid/contract/endpoints/index';
import type { Answer } from '#http/routes/routes.ts';
import type { Context } from './command.ts';

/**
 * Returns an endpoint's response data, with times as strings. Undeclared fields are dropped only with
 * `--json`, because loading the schemas is slow.
 */
export async function sent<N extends EndpointName>(
  name: N,
  answer: Answer<N>,
  { isJson }: Pick<Context, 'isJson'>,
): Promise<Data<N>> {
  const data: unknown = JSON.parse(JSON.stringify(answer));
  const cleaned = isJson ? await clean(name, data) : data;
  // oxlint-disable-next-line no-unsafe-type-assertion -- the compiler checks the data against the same schema
  return cleaned as Data<N>;
}

async function clean(name: EndpointName, data: unknown): Promise<unknown> {
  const [{ endpoints }, { Value }] = await Promise.all([
    import('@vid/contract/endpoints/index'),
    import('typebox/value'),
  ]);
  return Value.Clean(endpoints[name].data, data);
}
