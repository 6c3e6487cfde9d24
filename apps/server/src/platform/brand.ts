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
 * Creates a source of parameters for SMS and mail. The parameters belong to a higher layer, so the server
 * sets the function that reads them. Without that function, as in operator commands, messages use the
 * built-in texts and name only VID.
 */
export function createSource<Value>(): {
  readonly read: () => Promise<Value | undefined>;
  readonly use: (reader: () => Promise<Value>) => void;
} {
  let reader: (() => Promise<Value>) | undefined;
  return {
    read: async () => reader?.(),
    use: (next) => {
      reader = next;
    },
  };
}
