// Creates certificates for tests at run time: an authority and the certificates that it signs. Requires openssl.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

const EC_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

const openssl = (args) => {
  try {
    execFileSync('openssl', args, { stdio: 'pipe' });
  } catch (error) {
    throw new Error(
      error.code === 'ENOENT'
        ? 'The tests of secured servers need the program openssl, which is not installed'
        : `openssl ${args[0]}: ${error.stderr}`,
      { cause: error },
    );
  }
};

export const newAuthority = (folder) => {
  const home = join(folder, randomUUID());
  mkdirSync(home, { recursive: true });
  const [ca, caKey] = [join(home, 'ca.crt'), join(home, 'ca.key')];
  openssl(['req', '-x509', ...EC_KEY, '-keyout', caKey, '-out', ca, '-subj', '/CN=authority of a test', '-days', '2']);
  return {
    ca,
    certificateOf(commonName, { names = ['DNS:localhost', 'IP:127.0.0.1'], days = 2 } = {}) {
      const file = join(home, randomUUID());
      const [request, extensions, certificate, key] = ['csr', 'ext', 'crt', 'key'].map((end) => `${file}.${end}`);
      openssl(['req', ...EC_KEY, '-keyout', key, '-out', request, '-subj', `/CN=${commonName}`]);
      writeFileSync(extensions, `subjectAltName=${names.join(',')}\nextendedKeyUsage=serverAuth,clientAuth\n`);
      const signingArgs = [
        '-CA',
        ca,
        '-CAkey',
        caKey,
        '-CAcreateserial',
        '-days',
        String(days),
        '-extfile',
        extensions,
      ];
      openssl(['x509', '-req', '-in', request, '-out', certificate, ...signingArgs]);
      return { certificate, key };
    },
  };
};
