// npm run pins: asks the registries for the digest of every image in docker-compose.yml and the Dockerfile, and writes
// it after the tag. npm run pins:check: ends with 1 if the release line of an image is not in
// scripts/supported-lines.json or has reached its end of life (on --on <date>, today by default), and lists images
// without a digest. --root <folder>: uses the files of another folder.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const scriptsFolder = dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    on: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    root: { type: 'string', default: dirname(scriptsFolder) },
  },
});

const FILES = ['docker-compose.yml', 'Dockerfile'];
const IMAGE = /^(?:FROM|\s+image:)\s+([^\s:@]+):([^\s:@]+)(@sha256:[0-9a-f]{64})?/gm;
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

const textOf = (file) => readFileSync(join(options.root, file), 'utf8');
const imagesOf = (file) =>
  [...textOf(file).matchAll(IMAGE)].map(([, image, tag, digest = '']) => ({ file, image, tag, digest }));

const check = () => {
  const { checked, lines } = JSON.parse(readFileSync(join(scriptsFolder, 'supported-lines.json'), 'utf8'));
  let hasProblem = false;
  for (const { file, image, tag, digest } of FILES.flatMap(imagesOf)) {
    const line = lines.find(
      (candidate) => candidate.image === image && (tag === candidate.line || tag.startsWith(`${candidate.line}.`)),
    );
    const problem = !line
      ? 'is of no line in scripts/supported-lines.json'
      : line.endOfLife < options.on
        ? `is past the end of life of ${line.product}, ${line.endOfLife} (${line.source})`
        : null;
    hasProblem ||= problem !== null;
    const digestNote = digest === '' ? '; it has no digest yet, run npm run pins' : '';
    process.stdout.write(
      `${file}: ${image}:${tag} ${problem ?? `is supported until ${line.endOfLife}`}${digestNote}\n`,
    );
  }
  process.stdout.write(`The table was checked on ${checked}.\n`);
  return hasProblem ? 1 : 0;
};

/** An image without a registry is on Docker Hub. */
const repositoryOf = (image) => {
  const [host = '', ...path] = image.split('/');
  if (path.length > 0 && host.includes('.')) return { registry: host, name: path.join('/') };
  return { registry: 'registry-1.docker.io', name: path.length === 0 ? `library/${image}` : image };
};

/**
 * The digest of a tag in its registry. A registry that requires a token names the address that issues tokens to
 * everybody.
 */
const digestOf = async (image, tag) => {
  const { registry, name } = repositoryOf(image);
  const requestManifest = (headers) =>
    fetch(`https://${registry}/v2/${name}/manifests/${tag}`, {
      method: 'HEAD',
      headers: { accept: MANIFESTS, ...headers },
      signal: AbortSignal.timeout(30_000),
    });
  let response = await requestManifest({});
  if (response.status === 401) {
    const challenge = new Map(
      Array.from((response.headers.get('www-authenticate') ?? '').matchAll(/(\w+)="([^"]*)"/g), ([, key, value]) => [
        key,
        value,
      ]),
    );
    const url = new URL(challenge.get('realm') ?? '');
    url.search = new URLSearchParams({
      service: challenge.get('service') ?? '',
      scope: `repository:${name}:pull`,
    }).toString();
    const { token } = await (await fetch(url, { signal: AbortSignal.timeout(30_000) })).json();
    response = await requestManifest({ authorization: `Bearer ${token}` });
  }
  const digest = response.headers.get('docker-content-digest') ?? '';
  if (!response.ok || !/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`${registry} answers ${response.status}`);
  return digest;
};

const write = async () => {
  let exitCode = 0;
  for (const file of FILES) {
    let text = textOf(file);
    for (const { image, tag, digest } of imagesOf(file)) {
      try {
        const currentDigest = `@${await digestOf(image, tag)}`;
        text = text.replaceAll(`${image}:${tag}${digest}`, `${image}:${tag}${currentDigest}`);
        process.stdout.write(`${image}:${tag}${currentDigest}${currentDigest === digest ? '' : ' (written)'}\n`);
      } catch (error) {
        exitCode = 1;
        process.stderr.write(`${image}:${tag} is unchanged: ${error.cause?.message ?? error.message}\n`);
      }
    }
    writeFileSync(join(options.root, file), text);
  }
  return exitCode;
};

process.exitCode = options.check ? check() : await write();
