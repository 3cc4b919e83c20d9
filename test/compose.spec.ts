import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

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
const text = read('docker-compose.yml');
const { services, volumes } = Compose.parse(parse(text, { merge: true }));
const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);
const theirs = Object.entries(services).filter(([, { build }]) => build === undefined);
const dockerfile = read('Dockerfile');
const documented = read('docs/operations.md');

/** What runs in the image, as it is written. */
const sources = ['apps/api/src', 'apps/projector/src', 'apps/worker/src', 'apps/standalone/src', 'libs']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${String(name)}`))
  .filter((name) => name.endsWith('.ts') && !/\.(spec|contract)\.ts$|\/testing\//.test(name))
  .map(read);

describe('docker-compose.yml', () => {
  it('runs the programs that the build makes', () => {
    const programs = [
      ...ours.map(([, { command }]) => command[1] ?? ''),
      ...Array.from(dockerfile.matchAll(/"(dist\/[^"]+)"/g), ([, program = '']) => program),
    ];
    expect(programs).toHaveLength(ours.length + 1);
    for (const program of programs)
      expect([program, existsSync(join(root, program.replace('dist/', '').replace('.js', '.ts')))]).toEqual([
        program,
        true,
      ]);
  });

  it('sets only variables that the programs read, and names no other in .env.example', () => {
    const isRead = (name: string): boolean => sources.some((source) => new RegExp(`\\b${name}\\b`).test(source));
    const set = [
      ...ours.flatMap(([, { environment }]) => Object.keys(environment)),
      ...Array.from(dockerfile.matchAll(/([A-Z_]+)=/g), ([, name = '']) => name),
    ];
    expect(set.filter((name) => !isRead(name))).toEqual([]);
    const asked = new Set(Array.from(text.matchAll(/\$\{([A-Z_]+)/g), ([, name = '']) => name));
    const offered = Array.from(read('.env.example').matchAll(/^([A-Z_]+)=/gm), ([, name = '']) => name);
    expect(new Set(offered)).toEqual(asked);
    expect([...asked].filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
  });

  it('holds no secret: what is one comes from .env, and is set there or left empty', () => {
    for (const [, { environment }] of Object.entries(services)) {
      for (const [name, value] of Object.entries(environment))
        if (/PASSWORD|SECRET|KEY|TOKEN/.test(name)) expect(value).toMatch(/^\$\{[A-Z_]+(:\?[^}]+|:-)\}$/);
    }
    expect(read('.env.example')).toMatch(/^ADMIN_PASSWORD=\nMONGO|^ADMIN_PASSWORD=$/m);
    expect(read('.dockerignore').split('\n')).toContain('.env');
  });

  it('pins the servers, and keeps them from the outside; what must survive has a volume', () => {
    expect(theirs.map(([name, { image }]) => [name, image])).toEqual([
      ['eventstore', expect.stringMatching(/^eventstore\/eventstore:23\.10\.\d+-/)],
      ['mongo', expect.stringMatching(/^mongo:7\.\d+\.\d+$/)],
      ['redis', expect.stringMatching(/^redis:7\.\d+\.\d+-/)],
    ]);
    for (const [, { networks, ports, healthcheck }] of theirs) {
      expect(networks).toEqual(['inside']);
      expect(ports).toEqual([]);
      expect(healthcheck?.test[0]).toBe('CMD');
    }
    expect(services['eventstore']?.volumes).toContain('log:/var/lib/eventstore');
    expect(services['mongo']?.volumes).toContain('mongo:/data/db');
    const named = Object.values(services).flatMap((service) =>
      service.volumes.map((volume) => volume.slice(0, volume.indexOf(':'))),
    );
    expect(named.toSorted()).toEqual(Object.keys(volumes).toSorted());
  });

  it('starts the programs after the servers are healthy and set up, and starts them again when they end', () => {
    expect(services['set-up']?.depends_on).toEqual(
      Object.fromEntries(theirs.map(([name]) => [name, { condition: 'service_healthy' }])),
    );
    for (const [name, { depends_on, restart }] of ours) {
      if (name === 'set-up') continue;
      expect([name, depends_on]).toEqual([name, { 'set-up': { condition: 'service_completed_successfully' } }]);
      expect(restart).toBe('unless-stopped');
    }
    expect(services['api']?.healthcheck?.test.join()).toContain('/readyz');
  });

  const installed = spawnSync('docker-compose', ['--version']).status === 0;
  (installed ? it : it.skip)(
    'is what docker-compose takes',
    () => {
      const env = { ...process.env, ADMIN_PASSWORD: 'x', MONGO_PASSWORD: 'x' };
      const { status, stderr } = spawnSync('docker-compose', ['-f', join(root, 'docker-compose.yml'), 'config', '-q'], {
        env,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([0, '']);
      const refused = spawnSync('docker-compose', ['-f', join(root, 'docker-compose.yml'), 'config', '-q'], {
        env: { ...env, ADMIN_PASSWORD: '' },
        encoding: 'utf8',
      });
      expect(refused.stderr).toContain('set ADMIN_PASSWORD in .env');
    },
    60_000,
  );
});

describe('the image', () => {
  it('runs as a user without rights, on a pinned Node 20', () => {
    const images = Array.from(dockerfile.matchAll(/^FROM (\S+)/gm), ([, image]) => image);
    expect(new Set(images).size).toBe(1);
    expect(images[0]).toMatch(/^node:20\.\d+\.\d+-bookworm-slim$/);
    expect(dockerfile.slice(dockerfile.lastIndexOf('FROM'))).toMatch(/\nUSER node\n/);
  });

  it('holds every package that the programs load: none is for development only', () => {
    const { dependencies } = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')));
    const loaded = sources.flatMap((source) =>
      Array.from(
        source.matchAll(/^(?:import|export)(?! type)[^;]*?from '([^'.#][^']*)'|\bimport\('([^'.#][^']*)'\)/gm),
        ([, from, dynamic]) => from ?? dynamic ?? '',
      ),
    );
    const packages = new Set(
      loaded
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
