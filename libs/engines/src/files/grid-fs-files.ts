import { once } from 'node:events';
import { GridFSBucket, MongoRuntimeError, MongoServerError, ObjectId, type Collection, type Db } from 'mongodb';
import { HOUR_MS } from '#domain/time';
import { callMongo, MAJORITY_JOURNALED } from '../mongo/mongo-database.js';
import { fileHashOf, type Files, isFileHash } from './files.js';

/** Which upload holds a content, and when that was put last. It is the file: an upload that none names is nothing. */
type Named = { _id: string; upload: ObjectId; contentType: string; name: string; putAt: Date };

/**
 * An upload that is being made or deleted, noted before the first byte of it is touched: who dies then leaves this
 * behind.
 */
type Claim = { _id: ObjectId; at: Date };

const DUPLICATE = 11_000;
/** An older claim was left behind by a process that died. */
const ABANDONED_CLAIM_MS = HOUR_MS;

/**
 * Opens the files in a MongoDB database: contents in GridFS, each under an upload of its own, and one document a hash
 * that names the upload. Every call throws StoreUnavailable when MongoDB does not answer.
 */
export const openGridFsFiles = (db: Db): Files => new GridFsFiles(db);

class GridFsFiles implements Files {
  private readonly named: Collection<Named>;
  private readonly claims: Collection<Claim>;
  private readonly uploads: GridFSBucket;

  constructor(db: Db) {
    const certain = { writeConcern: MAJORITY_JOURNALED, readConcern: { level: 'majority' } } as const;
    this.named = db.collection('files_named', certain);
    this.claims = db.collection('files_claimed', certain);
    this.uploads = new GridFSBucket(db, { bucketName: 'files', writeConcern: MAJORITY_JOURNALED });
  }

  put(content: Uint8Array, meta: { contentType: string; name: string }): Promise<{ hash: string; size: number }> {
    const hash = fileHashOf(content);
    return callMongo(async () => {
      if (!(await this.touched(hash))) {
        const upload = await this.upload(hash, content);
        // Somebody who put the same at this moment may have been first: then theirs stays.
        if (await this.name(hash, upload, meta)) await this.claims.deleteOne({ _id: upload });
        else await this.clear(upload);
      }
      return { hash, size: content.byteLength };
    });
  }

  get(hash: string): Promise<{ content: Uint8Array; contentType: string; name: string } | null> {
    return callMongo(async () => {
      for (let last: ObjectId | undefined; ;) {
        const found = isFileHash(hash) ? await this.named.findOne({ _id: hash }) : null;
        if (!found) return null;
        const content = await this.download(found.upload);
        if (content) return { content, contentType: found.contentType, name: found.name };
        // Deleted while it was read. It may have been put anew; when it was not, the same upload must not be looked for
        // twice.
        if (last?.equals(found.upload)) throw new Error(`the content of file ${hash} is missing`);
        last = found.upload;
      }
    });
  }

  async delete(hash: string): Promise<void> {
    await callMongo(() => this.remove(hash));
  }

  async *putBefore(time: Date): AsyncIterable<string> {
    await callMongo(() => this.clearLeftBehind());
    let after = '';
    for (;;) {
      const page = await callMongo(() =>
        this.named
          .find(
            { _id: { $gt: after }, putAt: { $lt: time } },
            { sort: { _id: 1 }, limit: 1_000, projection: { _id: 1 } },
          )
          .toArray(),
      );
      for (const { _id } of page) yield _id;
      const last = page.at(-1);
      if (!last) return;
      after = last._id;
    }
  }

  deletePutBefore(hash: string, time: Date): Promise<boolean> {
    return callMongo(() => this.remove(hash, time));
  }

  /** Whether a content is there, which counts as put now. */
  private async touched(hash: string): Promise<boolean> {
    return (await this.named.updateOne({ _id: hash }, { $set: { putAt: new Date() } })).matchedCount === 1;
  }

  private async upload(hash: string, content: Uint8Array): Promise<ObjectId> {
    const upload = new ObjectId();
    await this.claims.insertOne({ _id: upload, at: new Date() });
    const stream = this.uploads.openUploadStreamWithId(upload, hash);
    stream.end(content);
    await once(stream, 'finish');
    return upload;
  }

  /** Whether the hash now names this upload. */
  private async name(hash: string, upload: ObjectId, meta: { contentType: string; name: string }): Promise<boolean> {
    try {
      await this.named.insertOne({ _id: hash, upload, ...meta, putAt: new Date() });
      return true;
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== DUPLICATE) throw error;
    }
    if (!(await this.touched(hash))) return this.name(hash, upload, meta);
    // An insert that was repeated because its answer was lost finds itself.
    return (await this.named.findOne({ _id: hash }))?.upload.equals(upload) ?? false;
  }

  private async download(upload: ObjectId): Promise<Uint8Array | null> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of this.uploads.openDownloadStream(upload)) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Takes the name away first, if it is older than `before`: whoever puts the content now makes another upload. */
  private async remove(hash: string, before?: Date): Promise<boolean> {
    const old = before ? { putAt: { $lt: before } } : {};
    const found = isFileHash(hash) ? await this.named.findOne({ _id: hash, ...old }) : null;
    if (!found) return false;
    const { upload } = found;
    await this.claims.insertOne({ _id: upload, at: new Date() }).catch(unlessDuplicate);
    const { deletedCount } = await this.named.deleteOne({ _id: hash, upload, ...old });
    // A claim that was in vain goes with those left behind: somebody else may be at this upload under it.
    if (deletedCount === 1) await this.clear(upload);
    return deletedCount === 1;
  }

  private async clear(upload: ObjectId): Promise<void> {
    await this.uploads.delete(upload).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    await this.claims.deleteOne({ _id: upload });
  }

  /** What a process that died had begun. */
  private async clearLeftBehind(): Promise<void> {
    for (const { _id: upload } of await this.claims
      .find({ at: { $lt: new Date(Date.now() - ABANDONED_CLAIM_MS) } })
      .toArray()) {
      if (await this.named.findOne({ upload })) await this.claims.deleteOne({ _id: upload });
      else await this.clear(upload);
    }
  }
}

/** The driver has no error of its own for an upload, or a part of one, that is not there. */
const isMissing = (error: unknown): boolean =>
  error instanceof MongoRuntimeError && /not found|ChunkIsMissing|ExtraChunk|WrongSize/i.test(error.message);

const unlessDuplicate = (error: unknown): void => {
  if (!(error instanceof MongoServerError) || error.code !== DUPLICATE) throw error;
};
