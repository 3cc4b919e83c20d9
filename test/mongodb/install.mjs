import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const source = import.meta.dirname;
const cache = join(source, '../../.cache');

/**
 * Downloads the jars of the stand-in with Maven, as configured on this machine, checks them against jars.sha256 and
 * compiles the server. The first call takes ten seconds; later ones are immediate. Several processes may call it at the
 * same time.
 * @returns {Promise<string>} the class path
 * @throws Error if Java or Maven is missing, or if a file has the wrong checksum
 */
export const installServer = async () => {
  const parts = await Promise.all(
    ['pom.xml', 'jars.sha256', 'MongoStandIn.java'].map((name) => readFile(join(source, name))),
  );
  const version = createHash('sha256').update(Buffer.concat(parts)).digest('hex').slice(0, 16);
  const installFolder = join(cache, `mongodb-${version}`);
  if (!existsSync(installFolder)) await install(installFolder, parts[1].toString());
  return [join(installFolder, 'classes'), join(installFolder, 'lib', '*')].join(':');
};

const install = async (installFolder, checksums) => {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'mongodb-new-'));
  try {
    const lib = join(folder, 'lib');
    await run('mvn', [
      '-q',
      '-B',
      '-f',
      join(source, 'pom.xml'),
      'dependency:copy-dependencies',
      '-DincludeScope=runtime',
      `-DoutputDirectory=${lib}`,
    ]);
    await check(lib, checksums);
    await run('javac', ['-cp', join(lib, '*'), '-d', join(folder, 'classes'), join(source, 'MongoStandIn.java')]);
    // The second process finds the folder complete.
    await rename(folder, installFolder).catch((error) => {
      if (!existsSync(installFolder)) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const check = async (lib, checksums) => {
  const expected = checksums.trim().split('\n').sort();
  const names = (await readdir(lib)).sort();
  const actual = await Promise.all(
    names.map(
      async (name) =>
        `${createHash('sha256')
          .update(await readFile(join(lib, name)))
          .digest('hex')}  ${name}`,
    ),
  );
  const mismatch = actual.find((line) => !expected.includes(line)) ?? expected.find((line) => !actual.includes(line));
  if (mismatch) throw new Error(`not what jars.sha256 says: ${mismatch}`);
};
