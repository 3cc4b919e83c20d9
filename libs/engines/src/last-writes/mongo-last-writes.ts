import type { Collection, Db } from 'mongodb';
import type { Position } from '#events';
import { callMongo } from '../mongo/mongo-database.js';
import type { LastWrites } from './last-writes.js';

/** All reads use the primary, so a write need not wait for a disk or for other members. */
const PRIMARY_ONLY = { writeConcern: { w: 1, journal: false }, readPreference: 'primary' } as const;

/** Opens the last writes in a MongoDB database, which the caller closes. */
export const openMongoLastWrites = (db: Db): LastWrites => new MongoLastWrites(db);

class MongoLastWrites implements LastWrites {
  private readonly collection: Collection<{ _id: string; position: Position }>;

  constructor(db: Db) {
    this.collection = db.collection('last_writes', PRIMARY_ONLY);
  }

  async record(author: string, position: Position): Promise<void> {
    await callMongo(() => this.collection.updateOne({ _id: author }, { $max: { position } }, { upsert: true }));
  }

  async of(author: string): Promise<Position | null> {
    return (await callMongo(() => this.collection.findOne({ _id: author })))?.position ?? null;
  }

  async close(): Promise<void> {
    // The caller that opened the database closes it.
  }
}
