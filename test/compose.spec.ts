import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const readText = (name: string): string => readFileSync(join(root, name), 'utf8');

const Service = z.object({
  image: z.string(),
  build: z.string().optional(),
  restart: z.string(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  networks: z.array(z.string()),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
});
const Compose = z.object({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.null()) });
const text = readText('docker-compose.yml');
const { services, volumes } = Compose.parse(parse(text, { merge: true }));
const builtServices = Object.entries(services).filter(([, { build }]) => build !== undefined);
const imageServices = Object.entries(services).filter(([, { build }]) => build === undefined);
const dockerfile = readText('Dockerfile');
const operationsDocument = readText('docs/operations.md');

/** What runs in the image, as it is written; the examples for integrators are text there. */
const sources = ['apps/api/src', 'apps/projector/src', 'apps/worker/src', 'apps/standalone/src', 'libs']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${String(name)}`))
  .filter((name) => name.endsWith('.ts') && !/\.(spec|contract)\.ts$|\/testing\/|\/snippets\.ts$/.test(name))
  .map(readText);

describe('docker-compose.yml', () => {
  it('runs the programs that the build produces', () => {
    const programs = [
      ...builtServices.map(([, { command }]) => command[1] ?? ''),
      ...Array.from(dockerfile.matchAll(/"(dist\/[^"]+)"/g), ([, program = '']) => program),
    ];
    expect(programs).toHaveLength(builtServices.length + 1);
    for (const program of programs)
      expect([program, existsSync(join(root, program.replace('dist/', '').replace('.js', '.ts')))]).toEqual([
        program,
        true,
      ]);
  });

  it('sets only variables that the programs read, and .env.example lists no others', () => {
    const isReadBySource = (name: string): boolean =>
      sources.some((source) => new RegExp(`\\b${name}\\b`).test(source));
    const setVariables = [
      ...builtServices.flatMap(([, { environment }]) => Object.keys(environment)),
      ...Array.from(dockerfile.matchAll(/([A-Z_]+)=/g), ([, name = '']) => name),
    ];
    expect(setVariables.filter((name) => !isReadBySource(name))).toEqual([]);
    const requestedVariables = new Set(Array.from(text.matchAll(/\$\{([A-Z_]+)/g), ([, name = '']) => name));
    const documentedVariables = Array.from(readText('.env.example').matchAll(/^([A-Z_]+)=/gm), ([, name = '']) => name);
    expect(new Set(documentedVariables)).toEqual(requestedVariables);
    expect([...requestedVariables].filter((name) => !operationsDocument.includes(`\`${name}\``))).toEqual([]);
  });

  it('contains no secret: secrets come from .env, where they are set or left empty', () => {
    for (const [, { environment }] of Object.entries(services)) {
      for (const [name, value] of Object.entries(environment))
        if (/PASSWORD|SECRET|KEY|TOKEN/.test(name)) expect(value).toMatch(/^\$\{[A-Z_]+(:\?[^}]+|:-)\}$/);
    }
    expect(readText('.env.example')).toMatch(/^ADMIN_PASSWORD=\nMONGO|^ADMIN_PASSWORD=$/m);
    expect(readText('.dockerignore').split('\n')).toContain('.env');
  });

  it('pins the servers, does not publish their ports, and has a volume for all permanent data', () => {
    expect(imageServices.map(([name, { image }]) => [name, image])).toEqual([
      [
        'eventstore',
        expect.stringMatching(/^docker\.kurrent\.io\/kurrent-lts\/kurrentdb:26\.0\.\d+(@sha256:[0-9a-f]{64})?$/),
      ],
      ['mongo', expect.stringMatching(/^mongo:8\.0\.\d+@sha256:[0-9a-f]{64}$/)],
      ['redis', expect.stringMatching(/^valkey\/valkey:8\.1\.\d+-alpine@sha256:[0-9a-f]{64}$/)],
    ]);
    const redis = services['redis'];
    expect(redis?.command.join(' ')).toMatch(/--maxmemory-policy noeviction --requirepass/);
    expect(redis?.environment['REDISCLI_AUTH']).toMatch(/^\$\{REDIS_PASSWORD:\?/);
    for (const [, { environment }] of builtServices) expect(environment['REDIS_URL']).toContain(':${REDIS_PASSWORD:?');
    for (const [, { networks, ports, healthcheck }] of imageServices) {
      expect(networks).toEqual(['inside']);
      expect(ports).toEqual([]);
      expect(healthcheck?.test[0]).toBe('CMD');
    }
    expect(services['eventstore']?.volumes).toContain('log:/var/lib/kurrentdb');
    expect(services['mongo']?.volumes).toContain('mongo:/data/db');
    const usedVolumes = Object.values(services).flatMap((service) =>
      service.volumes.map((volume) => volume.slice(0, volume.indexOf(':'))),
    );
    expect(usedVolumes.toSorted()).toEqual(Object.keys(volumes).toSorted());
  });

  it('starts the programs after the servers are healthy and set up, and restarts them when they end', () => {
    expect(services['set-up']?.depends_on).toEqual(
      Object.fromEntries(imageServices.map(([name]) => [name, { condition: 'service_healthy' }])),
    );
    for (const [name, { depends_on, restart }] of builtServices) {
      if (name === 'set-up') continue;
      expect([name, depends_on]).toEqual([name, { 'set-up': { condition: 'service_completed_successfully' } }]);
      expect(restart).toBe('unless-stopped');
    }
    expect(services['api']?.healthcheck?.test.join()).toContain('/readyz');
  });

  // The plugin of Docker, or where it is not installed the program of its first version.
  const compose = [['docker', 'compose'], ['docker-compose']].find(
    ([program = '', ...rest]) => spawnSync(program, [...rest, 'version']).status === 0,
  );
  (compose ? it : it.skip)(
    'is what docker compose takes',
    () => {
      const [program = '', ...rest] = compose ?? [];
      const config = (env: NodeJS.ProcessEnv) =>
        spawnSync(program, [...rest, '-f', join(root, 'docker-compose.yml'), 'config', '-q'], {
          env: { ...process.env, ...env },
          encoding: 'utf8',
        });
      const passwords = { ADMIN_PASSWORD: 'x', MONGO_PASSWORD: 'x', REDIS_PASSWORD: 'x' };
      const { status, stderr } = config(passwords);
      expect([status, stderr]).toEqual([0, '']);
      for (const name of Object.keys(passwords))
        expect(config({ ...passwords, [name]: '' }).stderr).toContain(`set ${name} in .env`);
    },
    60_000,
  );

  it('runs supported release lines only: npm run pins:check names each line whose end of life has passed', () => {
    const check = (folder: string, date: string) =>
      spawnSync(process.execPath, [join(root, 'scripts/pins.mjs'), '--check', '--root', folder, '--on', date], {
        encoding: 'utf8',
      });
    const today = check(root, new Date().toISOString().slice(0, 10));
    expect([today.status, today.stdout]).toEqual([0, expect.not.stringMatching(/end of life|of no line/)]);
    const folder = mkdtempSync(join(tmpdir(), 'pins-'));
    writeFileSync(join(folder, 'docker-compose.yml'), text.replace(/mongo:8\.0\.\d+/, 'mongo:6.0.26'));
    writeFileSync(join(folder, 'Dockerfile'), dockerfile.replaceAll('node:24.', 'node:20.'));
    const outdated = check(folder, '2026-11-25');
    rmSync(folder, { recursive: true });
    expect(outdated.status).toBe(1);
    expect(outdated.stdout).toMatch(/mongo:6\.0\.26 is of no line/);
    expect(outdated.stdout).toMatch(/node:20\.\S+ is past the end of life of Node 20, 2026-04-30/);
  });
});

describe('the image', () => {
  it('runs as an unprivileged user, on a pinned Node 24, with the packages of the lock file', () => {
    const images = Array.from(dockerfile.matchAll(/^FROM (\S+)/gm), ([, image]) => image);
    expect(new Set(images).size).toBe(1);
    expect(images[0]).toMatch(/^node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
    expect(Array.from(dockerfile.matchAll(/npm (?:ci|i|install)\b/g), String)).toEqual(['npm ci', 'npm ci']);
    expect(dockerfile.slice(dockerfile.lastIndexOf('FROM'))).toMatch(/\nUSER node\n/);
  });

  it('contains every package that the programs load, so that none of them is a development dependency', () => {
    const { dependencies } = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readText('package.json')));
    const loadedModules = sources.flatMap((source) =>
      Array.from(
        source.matchAll(/^(?:import|export)(?! type)[^;]*?from '([^'.#][^']*)'|\bimport\('([^'.#][^']*)'\)/gm),
        ([, from, dynamic]) => from ?? dynamic ?? '',
      ),
    );
    const packages = new Set(
      loadedModules
        .filter((name) => !isBuiltin(name))
        .map((name) =>
          name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/'),
        ),
    );
    expect(packages.size).toBeGreaterThan(10);
    expect([...packages].filter((name) => !(name in dependencies))).toEqual([]);
  });
});
