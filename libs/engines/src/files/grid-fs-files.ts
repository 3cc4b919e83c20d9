import { once } from 'node:events';
import { GridFSBucket, MongoRuntimeError, MongoServerError, ObjectId, type Collection, type Db } from 'mongodb';
import { HOUR_MS } from '#domain/time';
import { callMongo, MAJORITY_JOURNALED } from '../mongo/mongo-database.js';
import { fileHashOf, type Files, isFileHash } from './files.js';

/**
 * A file: the upload with its content, and when it was last put. An upload that no such document refers to is not a
 * file.
 */
type FileDocument = { _id: string; upload: ObjectId; contentType: string; name: string; putAt: Date };

/**
 * An upload that is being made or deleted. It is written first, so that a process that dies meanwhile leaves a trace.
 */
type Claim = { _id: ObjectId; at: Date };

const DUPLICATE = 11_000;
/** An older claim belongs to a process that died. */
const ABANDONED_CLAIM_MS = HOUR_MS;

/**
 * Opens the files in a MongoDB database: contents as uploads in GridFS, and for each hash one document that refers to
 * its upload. Every call throws StoreUnavailable if MongoDB does not answer.
 */
export const openGridFsFiles = (db: Db): Files => new GridFsFiles(db);

class GridFsFiles implements Files {
  private readonly documents: Collection<FileDocument>;
  private readonly claims: Collection<Claim>;
  private readonly uploads: GridFSBucket;

  constructor(db: Db) {
    const majority = { writeConcern: MAJORITY_JOURNALED, readConcern: { level: 'majority' } } as const;
    this.documents = db.collection('files_named', majority);
    this.claims = db.collection('files_claimed', majority);
    this.uploads = new GridFSBucket(db, { bucketName: 'files', writeConcern: MAJORITY_JOURNALED });
  }

  put(content: Uint8Array, meta: { contentType: string; name: string }): Promise<{ hash: string; size: number }> {
    const hash = fileHashOf(content);
    return callMongo(async () => {
      if (!(await this.touch(hash))) {
        const upload = await this.upload(hash, content);
        // If another caller has put the same content at this moment, its upload stays.
        if (await this.register(hash, upload, meta)) await this.claims.deleteOne({ _id: upload });
        else await this.removeUpload(upload);
      }
      return { hash, size: content.byteLength };
    });
  }

  get(hash: string): Promise<{ content: Uint8Array; contentType: string; name: string } | null> {
    return callMongo(async () => {
      for (let lastUpload: ObjectId | undefined; ;) {
        const file = isFileHash(hash) ? await this.documents.findOne({ _id: hash }) : null;
        if (!file) return null;
        const content = await this.download(file.upload);
        if (content) return { content, contentType: file.contentType, name: file.name };
        // The upload was deleted while it was read. The content may have been put again with another upload; the same
        // one is not tried twice.
        if (lastUpload?.equals(file.upload)) throw new Error(`the content of file ${hash} is missing`);
        lastUpload = file.upload;
      }
    });
  }

  async delete(hash: string): Promise<void> {
    await callMongo(() => this.remove(hash));
  }

  async *hashesPutBefore(time: Date): AsyncIterable<string> {
    await callMongo(() => this.removeAbandonedUploads());
    let lastHash = '';
    for (;;) {
      const page = await callMongo(() =>
        this.documents
          .find(
            { _id: { $gt: lastHash }, putAt: { $lt: time } },
            { sort: { _id: 1 }, limit: 1_000, projection: { _id: 1 } },
          )
          .toArray(),
      );
      for (const { _id } of page) yield _id;
      const lastDocument = page.at(-1);
      if (!lastDocument) return;
      lastHash = lastDocument._id;
    }
  }

  deleteIfPutBefore(hash: string, time: Date): Promise<boolean> {
    return callMongo(() => this.remove(hash, time));
  }

  /** Renews the time of a content. False if it does not exist. */
  private async touch(hash: string): Promise<boolean> {
    return (await this.documents.updateOne({ _id: hash }, { $set: { putAt: new Date() } })).matchedCount === 1;
  }

  private async upload(hash: string, content: Uint8Array): Promise<ObjectId> {
    const upload = new ObjectId();
    await this.claims.insertOne({ _id: upload, at: new Date() });
    const stream = this.uploads.openUploadStreamWithId(upload, hash);
    stream.end(content);
    await once(stream, 'finish');
    return upload;
  }

  /** Creates the document of a file. False if the hash refers to another upload. */
  private async register(
    hash: string,
    upload: ObjectId,
    meta: { contentType: string; name: string },
  ): Promise<boolean> {
    try {
      await this.documents.insertOne({ _id: hash, upload, ...meta, putAt: new Date() });
      return true;
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== DUPLICATE) throw error;
    }
    if (!(await this.touch(hash))) return this.register(hash, upload, meta);
    // An insert that the driver has repeated after a lost answer finds its own document.
    return (await this.documents.findOne({ _id: hash }))?.upload.equals(upload) ?? false;
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

  /**
   * Deletes the document first, if it was last put before `olderThan`, so that a caller that puts the content now makes
   * another upload.
   */
  private async remove(hash: string, olderThan?: Date): Promise<boolean> {
    const ageFilter = olderThan ? { putAt: { $lt: olderThan } } : {};
    const file = isFileHash(hash) ? await this.documents.findOne({ _id: hash, ...ageFilter }) : null;
    if (!file) return false;
    const { upload } = file;
    await this.claims.insertOne({ _id: upload, at: new Date() }).catch(unlessDuplicate);
    const { deletedCount } = await this.documents.deleteOne({ _id: hash, upload, ...ageFilter });
    // If nothing was deleted, the claim stays until it counts as abandoned, because another caller may work on this
    // upload under it.
    if (deletedCount === 1) await this.removeUpload(upload);
    return deletedCount === 1;
  }

  private async removeUpload(upload: ObjectId): Promise<void> {
    await this.uploads.delete(upload).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    await this.claims.deleteOne({ _id: upload });
  }

  /** Removes the uploads of processes that died. */
  private async removeAbandonedUploads(): Promise<void> {
    for (const { _id: upload } of await this.claims
      .find({ at: { $lt: new Date(Date.now() - ABANDONED_CLAIM_MS) } })
      .toArray()) {
      if (await this.documents.findOne({ upload })) await this.claims.deleteOne({ _id: upload });
      else await this.removeUpload(upload);
    }
  }
}

/** The driver has no error class for a missing upload or chunk. */
const isMissing = (error: unknown): boolean =>
  error instanceof MongoRuntimeError && /not found|ChunkIsMissing|ExtraChunk|WrongSize/i.test(error.message);

const unlessDuplicate = (error: unknown): void => {
  if (!(error instanceof MongoServerError) || error.code !== DUPLICATE) throw error;
};
