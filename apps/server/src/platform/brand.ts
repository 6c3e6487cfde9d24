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
 * The source of the association's name and contact for SMS and mail. The application parameters belong to a
 * higher layer, so the server sets the function that reads them. Without that function, in operator commands,
 * messages name only VID.
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
