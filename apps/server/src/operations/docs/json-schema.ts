/** JSON Schema as it is read from the contract, without TypeBox's own marks. */
export type JsonSchema = { readonly [key: string]: JsonValue };
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Plain JSON of a TypeBox schema, with `anyOf` of constants written as the `enum` that readers expect. */
export function toJsonSchema(schema: unknown): JsonSchema {
  const value: unknown = JSON.parse(JSON.stringify(schema));
  return asSchema(simplify(value));
}

export function asSchema(value: JsonValue | undefined): JsonSchema {
  return isSchema(value) ? value : {};
}

function isSchema(value: JsonValue | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function simplify(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : null;
  const entries = Object.entries(value).map(([key, entry]) => [key, simplify(entry)] as const);
  const schema: JsonSchema = Object.fromEntries(entries);
  const { anyOf, ...rest } = schema;
  const options = Array.isArray(anyOf) ? anyOf.map(asSchema) : [];
  if (options.length > 0 && options.every((option) => typeof option['const'] === 'string'))
    return { ...rest, type: 'string', enum: options.map((option) => option['const'] ?? null) };
  return schema;
}

/** Values a reader recognises, for the examples; never a real person's. */
const samples: Readonly<Record<string, JsonValue>> = {
  phone: '+84912345678',
  password: 'Matkhau@2026',
  currentPassword: 'Matkhau@2026',
  newPassword: 'Matkhau#2027',
  clientId: 'vid-web',
  otpValue: '012345',
  otpRequestId: 'otp_3k9x7c2m5v8b1n4q6w0z2s4d7f',
  captchaId: 'cap_7d4s2z0w6q4n1b8v5m2c7x9k3f',
  captchaValue: 'h7k2m',
  captchaImage: 'data:image/png;base64,…',
  otpToken: '9vXn0V1hYw3mJ6tq2s8R4uKcLzPbEoAgDfiQxW5yN7k',
  captchaToken: 'pT5kQ2wVhYw3mJ6tn0s8R4uKcLzPbEoAgDfiQxW1yN7',
  clientTokenKey: 'q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq80=',
  referralCode: 'K7M2Q9XA',
  codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  authCode: '4mJ6tq2s8R4uKcLzPbEoAgDfiQxW5yN7k9vXn0V1hYw',
  redirectTo: 'https://app.example.vn/callback',
  redirectUrls: 'https://app.example.vn/callback',
  logo: 'data:image/png;base64,iVBORw0KGgo=',
  iss: 'https://id.example.vn/vid/oidc',
  appCode: 'sandat',
  name: 'Nguyễn Thị Minh Anh',
  displayName: 'N*** A***',
  email: 'minhanh@example.vn',
  province: '01',
  taxCode: '0101248141',
  address: '203.0.113.7',
  id: 'acc_3k9x7c2m5v8b1n4q6w0z2s4d7f',
  sessionToken: 'ses_5m2c7x9k3f7d4s2z0w6q4n1b8v',
  sessionId: 'ses_5m2c7x9k3f7d4s2z0w6q4n1b8v',
  serverTime: 1_795_227_435_353,
  expiresIn: 300,
  resendIn: 60,
  createdAt: '2026-11-21T02:00:00.000Z',
  lastSeenAt: '2026-11-21T02:15:00.000Z',
};

/** One value that the schema accepts. */
export function exampleOf(schema: JsonSchema, name = ''): JsonValue {
  const sample = samples[name];
  if (sample !== undefined && accepts(schema, sample)) return sample;
  if (schema['const'] !== undefined) return schema['const'];
  const { enum: options, anyOf, properties } = schema;
  if (Array.isArray(options)) return options[0] ?? null;
  if (Array.isArray(anyOf)) return exampleOf(asSchema(anyOf[0]), name);
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        Object.entries(asSchema(properties)).map(([key, entry]) => [key, exampleOf(asSchema(entry), key)]),
      );
    case 'array':
      return [exampleOf(asSchema(schema['items']), name)];
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return name === '' ? 'text' : `<${name}>`;
  }
}

function accepts(schema: JsonSchema, value: JsonValue): boolean {
  const { anyOf } = schema;
  if (Array.isArray(anyOf)) return anyOf.some((option) => accepts(asSchema(option), value));
  return typeof value === 'string'
    ? schema['type'] === 'string' && schema['enum'] === undefined
    : schema['type'] === 'integer' || schema['type'] === 'number';
}
