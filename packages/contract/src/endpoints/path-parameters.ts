import { Type, type TObject, type TProperties } from 'typebox';
import { legalDocuments } from '../legal/legal-text.ts';
import { BulkId } from './bulk-shapes.ts';
import { AccountId, AppId, closed, idOf, paramNames, RoleCode, SocialProvider } from './shapes.ts';

/** The schemas of path parameters by name. A name has the same schema in every path. */
const pathParameters = {
  accountId: AccountId,
  appId: AppId,
  approvalId: idOf('apr'),
  bulkId: BulkId,
  clientId: Type.String({ minLength: 1, maxLength: 128, examples: ['shop-web'] }),
  document: Type.String({
    minLength: 1,
    maxLength: 32,
    description: legalDocuments.join(', '),
    examples: ['terms'],
  }),
  eventId: Type.String({ minLength: 1, maxLength: 16, examples: ['48151623'] }),
  exportId: Type.String({
    minLength: 1,
    maxLength: 64,
    description: '`exp_…` for the copy of one member, `mex_…` for a file of all members.',
  }),
  importId: idOf('imp'),
  incidentId: idOf('inc'),
  messageId: Type.String({ minLength: 1, maxLength: 64, examples: ['msg_0f5e2d7c9b8a4c3d8e1f2a3b4c5d6e7f'] }),
  name: Type.String({
    minLength: 1,
    maxLength: 32,
    description: paramNames.join(', '),
    examples: ['brand'],
  }),
  part: Type.String({ maxLength: 8, description: 'Counted from 0.', examples: ['0'] }),
  passkeyId: idOf('psk'),
  permissionId: idOf('app'),
  provider: SocialProvider,
  qrId: idOf('qr'),
  reference: Type.String({
    minLength: 1,
    maxLength: 32,
    description: 'As typed: in upper or lower case, with or without spaces.',
    examples: ['MGVQ7K2XA9'],
  }),
  requestId: idOf('req'),
  role: RoleCode,
  sessionId: idOf('ses'),
  uid: Type.String({ minLength: 1, maxLength: 64 }),
  webhookId: idOf('whk'),
};

type PathParameters = typeof pathParameters;
type NamesIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type SchemaOf<Name extends string> = { [N in Name & keyof PathParameters]: PathParameters[N] };

export type ParamsIn<Path> = [NamesIn<Path>] extends [never]
  ? unknown
  : { readonly params: TObject<SchemaOf<NamesIn<Path>>> };

/**
 * Returns the schemas of a path's parameters; an empty object for a path without parameters.
 * @throws Error if a parameter is missing from `pathParameters`
 */
export function paramsIn(path: string): { readonly params?: TObject } {
  const known = new Map(Object.entries<TProperties[string]>(pathParameters));
  const names = [...path.matchAll(/:(\w+)/gu)].map(([, name = '']) => name);
  if (names.length === 0) return {};
  const properties = names.map((name) => {
    const schema = known.get(name);
    if (!schema) throw new Error(`unknown path parameter ${name}`);
    return [name, schema] as const;
  });
  return { params: Type.Object(Object.fromEntries(properties), closed) };
}
