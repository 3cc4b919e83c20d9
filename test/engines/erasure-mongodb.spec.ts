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

const skipReason =
  process.env['MONGO_URL'] === undefined
    ? 'MONGO_URL is not set'
    : spawnSync('mvn', ['-v']).error && 'Maven is not installed';

(skipReason ? describe.skip : describe)(
  skipReason ? `An erased person on MongoDB (skipped: ${skipReason})` : 'An erased person on MongoDB',
  () => {
    let server: RunningServer;
    let dataDir: string;
    let client: MongoClient;
    let scenario: Awaited<ReturnType<typeof startWithPersonEverywhere>>;
    beforeAll(async () => {
      server = await startServer();
      dataDir = await mkdtemp(join(tmpdir(), 'erased-'));
      client = new MongoClient(server.url);
      scenario = await startWithPersonEverywhere(
        await openEngines({ MONGO_URL: `${server.url}/erasure`, DATA_DIR: dataDir }),
        dataDir,
      );
    });
    afterAll(async () => {
      await scenario?.stop();
      await client?.close();
      await server?.stop();
      await rm(dataDir, { recursive: true });
    });

    it('an erased person is in no document of any collection, in no stored file and in no file of the data folder', async () => {
      const matchesBeforeErasure = await findPerson();
      expect([...new Set(matchesBeforeErasure.map(({ location }) => location))]).toEqual(
        expect.arrayContaining(
          ['users', 'consignmentList', 'workbook', 'document', 'outbox'].map(expect.stringContaining),
        ),
      );
      await scenario.erase();
      expect(await findPerson()).toEqual([]);
    });

    const personTextsIn = (location: string, ...texts: string[]) =>
      Object.entries(PERSON_TEXTS)
        .filter(([, value]) => texts.some((text) => text.includes(value)))
        .map(([name]) => ({ location, name }));

    const findPerson = async (): Promise<{ location: string; name: string }[]> => {
      const matches: { location: string; name: string }[] = [];
      const db = client.db('erasure');
      for (const { name } of await db.listCollections().toArray())
        for await (const document of db.collection(name).find({}))
          matches.push(
            ...personTextsIn(
              name,
              BSON.EJSON.stringify(document),
              Buffer.from(BSON.serialize(document)).toString('utf8'),
            ),
          );
      for (const content of await files()) {
        if (content.subarray(0, 2).toString() === 'PK')
          matches.push(...personTextsIn('workbook', JSON.stringify(await readWorkbook(content))));
        if (content.subarray(0, 5).toString() === '%PDF-' && content.length > 1000)
          matches.push(...personTextsIn('document', await pdfText(content)));
      }
      for (const name of await readdir(dataDir, { recursive: true }))
        if ((await stat(join(dataDir, name))).isFile())
          matches.push(...personTextsIn(name, (await readFile(join(dataDir, name))).toString('utf8')));
      return matches;
    };

    /** Contents of the files in GridFS. */
    const files = async (): Promise<Buffer[]> => {
      const chunks = new Map<string, Buffer[]>();
      for (const { name } of await client.db('erasure').listCollections().toArray())
        if (name.endsWith('.chunks'))
          for await (const { files_id, data } of client.db('erasure').collection(name).find({}).sort({ n: 1 })) {
            const file = `${name}/${String(files_id)}`;
            chunks.set(file, [...(chunks.get(file) ?? []), Buffer.from((data as BSON.Binary).buffer)]);
          }
      return [...chunks.values()].map((parts) => Buffer.concat(parts));
    };
  },
);
