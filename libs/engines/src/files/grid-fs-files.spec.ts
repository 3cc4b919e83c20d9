import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ObjectId } from 'mongodb';
import { openMongoDatabase } from '../mongo/mongo-database.js';
import { hasMongo, mongoTestDatabase } from '#harness/engines/mongo-test-database';
import { filesContract } from './files.contract.js';
import { openGridFsFiles } from './grid-fs-files.js';

const HOUR = 60 * 60 * 1000;

(hasMongo ? describe : describe.skip)(hasMongo ? 'MONGO_URL' : 'skipped: MONGO_URL names no server', () => {
  const test = mongoTestDatabase();
  const { db, close } = openMongoDatabase(test.url);
  afterAll(async () => {
    await close();
    await test.drop();
  });

  filesContract('GridFS', async () => openGridFsFiles(db));

  describe('files on GridFS', () => {
    const pdf = { contentType: 'application/pdf', name: '委托单.pdf' };
    const countDocuments = async () => {
      const [files = 0, chunks = 0, claims = 0] = await Promise.all(
        ['files.files', 'files.chunks', 'files_claimed'].map((name) => db.collection(name).countDocuments()),
      );
      return { files, chunks, claims };
    };

    it('are stored once when several calls store the same content at once, without leftovers', async () => {
      const [content, countsBefore] = [randomBytes(1_000), await countDocuments()];
      const results = await Promise.all([1, 2, 3, 4].map(() => openGridFsFiles(db).put(content, pdf)));
      expect(new Set(results.map(({ hash }) => hash)).size).toBe(1);
      expect(await countDocuments()).toEqual({
        files: countsBefore.files + 1,
        chunks: countsBefore.chunks + 1,
        claims: countsBefore.claims,
      });
    });

    it('are cleaned of an unfinished upload of a dead process, and a finished file stays', async () => {
      const files = openGridFsFiles(db);
      const { hash } = await files.put(randomBytes(10), pdf);
      const countsBefore = await countDocuments();
      const fileDocument = await db.collection<{ _id: string; upload: ObjectId }>('files_named').findOne({ _id: hash });
      const [unfinishedUpload, at] = [new ObjectId(), new Date(Date.now() - 2 * HOUR)];
      await db.collection('files.chunks').insertOne({ files_id: unfinishedUpload, n: 0, data: Buffer.from('half') });
      await db.collection('files_claimed').insertMany([
        { _id: unfinishedUpload, at },
        { _id: fileDocument?.upload ?? new ObjectId(), at },
      ]);
      for await (const listedHash of files.hashesPutBefore(new Date(0))) expect(listedHash).toBe('none');
      expect(await countDocuments()).toEqual(countsBefore);
      expect(await files.get(hash)).toMatchObject(pdf);
    });
  });
});
