import type { Text } from '@vid/contract/messages/words';

export type Brand = {
  readonly name: Text;
  readonly shortName: Text;
  readonly address: Text | null;
  readonly phone: string | null;
  readonly email: string | null;
};

export type ReadBrand = () => Promise<Brand | undefined>;

/**
 * SMS and mail read the association from this source. The application parameters belong to a higher layer, so
 * the server sets the reader. Without a reader, in an operator's command, messages name only VID.
 */
export function createBrandSource(): { readonly read: ReadBrand; readonly use: (reader: ReadBrand) => void } {
  let reader: ReadBrand | undefined;
  return {
    read: async () => reader?.(),
    use: (next) => {
      reader = next;
    },
  };
}
