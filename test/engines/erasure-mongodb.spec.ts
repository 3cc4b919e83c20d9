import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BSON, MongoClient } from 'mongodb';
import { openEngines } from '#engines';
import { PERSON_TEXTS, startWithPersonEverywhere } from '#harness/users/person-everywhere';
import { pdfText } from '#harness/worker/pdf-text';
import { readWorkbook } from '#harness/worker/read-workbook';
import { startServer, type RunningServer } from '../mongodb/start-server.mjs';

const missing =
  process.env['MONGO_URL'] === undefined
    ? 'MONGO_URL names no server'
    : spawnSync('mvn', ['-v']).error && 'Maven is not installed';

(missing ? describe.skip : describe)(
  missing ? `A person who is erased on MongoDB (skipped: ${missing})` : 'A person who is erased on MongoDB',
  () => {
    let server: RunningServer;
    let dataDir: string;
    let client: MongoClient;
    let test: Awaited<ReturnType<typeof startWithPersonEverywhere>>;
    beforeAll(async () => {
      server = await startServer();
      dataDir = await mkdtemp(join(tmpdir(), 'erased-'));
      client = new MongoClient(server.url);
      test = await startWithPersonEverywhere(
        await openEngines({ MONGO_URL: `${server.url}/erasure`, DATA_DIR: dataDir }),
        dataDir,
      );
    });
    afterAll(async () => {
      await test?.stop();
      await client?.close();
      await server?.stop();
      await rm(dataDir, { recursive: true });
    });

    it('is in no document of any collection, in no file kept there, and in no byte of the data folder', async () => {
      const before = await places();
      expect([...new Set(before.map(({ place }) => place))]).toEqual(
        expect.arrayContaining(
          ['users', 'consignmentList', 'workbook', 'document', 'outbox'].map(expect.stringContaining),
        ),
      );
      await test.erase();
      expect(await places()).toEqual([]);
    });

    const saidIn = (place: string, ...texts: string[]) =>
      Object.entries(PERSON_TEXTS)
        .filter(([, said]) => texts.some((text) => text.includes(said)))
        .map(([said]) => ({ place, said }));

    const places = async (): Promise<{ place: string; said: string }[]> => {
      const found: { place: string; said: string }[] = [];
      const db = client.db('erasure');
      for (const { name } of await db.listCollections().toArray())
        for await (const document of db.collection(name).find({}))
          found.push(
            ...saidIn(name, BSON.EJSON.stringify(document), Buffer.from(BSON.serialize(document)).toString('utf8')),
          );
      for (const content of await files()) {
        if (content.subarray(0, 2).toString() === 'PK')
          found.push(...saidIn('workbook', JSON.stringify(await readWorkbook(content))));
        if (content.subarray(0, 5).toString() === '%PDF-' && content.length > 1000)
          found.push(...saidIn('document', await pdfText(content)));
      }
      for (const name of await readdir(dataDir, { recursive: true }))
        if ((await stat(join(dataDir, name))).isFile())
          found.push(...saidIn(name, (await readFile(join(dataDir, name))).toString('utf8')));
      return found;
    };

    /** What lies in the collections of files. */
    const files = async (): Promise<Buffer[]> => {
      const chunks = new Map<string, Buffer[]>();
      for (const { name } of await client.db('erasure').listCollections().toArray())
        if (name.endsWith('.chunks'))
          for await (const { files_id, data } of client.db('erasure').collection(name).find({}).sort({ n: 1 })) {
            const of = `${name}/${String(files_id)}`;
            chunks.set(of, [...(chunks.get(of) ?? []), Buffer.from((data as BSON.Binary).buffer)]);
          }
      return [...chunks.values()].map((parts) => Buffer.concat(parts));
    };
  },
);
