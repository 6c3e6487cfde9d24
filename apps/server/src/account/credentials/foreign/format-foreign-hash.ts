import type { ForeignHash } from './foreign-hash.ts';

/**
 * Formats a hash as text of PHC, passlib, LDAP, Django, phpass, WordPress or Supabase, which all name the
 * kind of the hash.
 */
export function formatForeignHash(hash: ForeignHash): string {
  switch (hash.kind) {
    case 'argon2':
      return hash.phc;
    case 'bcrypt':
    case 'phpass':
    case 'wordpress':
      return hash.text;
    case 'scrypt':
      return `$scrypt$ln=${Math.log2(hash.n)},r=${hash.r},p=${hash.p}$${bare(hash.salt)}$${bare(hash.output)}`;
    case 'pbkdf2': {
      const name = hash.digest === 'sha1' ? 'pbkdf2' : `pbkdf2-${hash.digest}`;
      return `$${name}$${hash.iterations}$${bare(hash.salt)}$${bare(hash.output)}`;
    }
    case 'sha':
      return hash.position === 'after' ? ldap(hash) : django(hash);
    case 'firebase': {
      const { memoryCost, rounds, saltSeparator, signerKey, salt, output } = hash;
      return `$fbscrypt$v=1,n=${memoryCost},r=${rounds},p=1,ss=${saltSeparator},sk=${signerKey}$${salt}$${output}`;
    }
    default:
      return hash satisfies never;
  }
}

type Sha = Extract<ForeignHash, { kind: 'sha' }>;

function ldap({ digest, salt, output }: Sha): string {
  const bytes = Buffer.concat([Buffer.from(output, 'base64'), Buffer.from(salt, 'base64')]);
  return `{SSHA${digest === 'sha1' ? '' : digest.slice(3)}}${bytes.toString('base64')}`;
}

function django({ digest, salt, output }: Sha): string {
  return `${digest}$${Buffer.from(salt, 'base64').toString('utf8')}$${Buffer.from(output, 'base64').toString('hex')}`;
}

function bare(text: string): string {
  return text.replace(/=+$/u, '');
}
