import type { Collection, Db } from 'mongodb';
import type { Position } from '#events';
import { callMongo } from '../mongo/mongo-database.js';
import type { LastWrites } from './last-writes.js';

/** What the primary holds is what everybody reads: neither a disk nor another member is waited for. */
const AT_ONCE = { writeConcern: { w: 1, journal: false }, readPreference: 'primary' } as const;

/** Opens the last writes in a MongoDB database. Whoever opened the database closes it. */
export const openMongoLastWrites = (db: Db): LastWrites => new MongoLastWrites(db);

class MongoLastWrites implements LastWrites {
  private readonly writes: Collection<{ _id: string; position: Position }>;

  constructor(db: Db) {
    this.writes = db.collection('last_writes', AT_ONCE);
  }

  async note(author: string, position: Position): Promise<void> {
    await callMongo(() => this.writes.updateOne({ _id: author }, { $max: { position } }, { upsert: true }));
  }

  async of(author: string): Promise<Position | null> {
    return (await callMongo(() => this.writes.findOne({ _id: author })))?.position ?? null;
  }

  async close(): Promise<void> {
    // The database is its opener's.
  }
}
