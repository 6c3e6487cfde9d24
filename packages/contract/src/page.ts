import { Type, type TSchema } from 'typebox';
import { maxCounted } from './limits.ts';

/** One page of a list that is read by keyset: `next` is the cursor of the following page, or null on the last page. */
export type Page<Item> = { readonly items: readonly Item[]; readonly next: string | null };

/**
 * Query parameters of a paged list. `after` is the `next` of the previous page: base64url of the sort key at which that
 * page ended, as a JSON array or sealed. Clients treat it as opaque.
 */
export const pageQuery = {
  after: Type.Optional(
    Type.String({
      minLength: 1,
      // Long enough for the JSON and base64url of a sort key with 100 letters.
      maxLength: 1024,
      pattern: '^[\\w-]+$',
      examples: ['WzE3OTUyMjYyMDAwMDAwMDAsImFjY18xIl0'],
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, examples: [20] })),
};

export function countedPageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    ...pageOf(item).properties,
    count: Type.Union([Type.Integer(), Type.Null()], {
      description: `All entries that match. Null if there are more than ${maxCounted.toLocaleString('en')}.`,
      examples: [1240],
    }),
  });
}

export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item), next: Type.Union([Type.String(), Type.Null()]) });
}
