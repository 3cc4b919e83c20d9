import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import { DURABLE } from '../../mongo/mongo-database.js';
import { buildName } from '../build-tables.js';
import type { Build, Retried, SetAside, SetAsideEntry } from '../views.js';

type Entry = SetAsideEntry & { _id: string; build: string };

/**
 * The streams that builds have set aside, a document each. They are written before the rows of their batch: what a crash in between
 * leaves is found again by whoever goes on from the checkpoint, and is set aside already.
 */
export class MongoSetAside {
  private readonly entries: Collection<Entry>;

  constructor(db: Db) {
    this.entries = db.collection('view_set_aside', { writeConcern: DURABLE });
  }

  async of(build: Build): Promise<SetAsideEntry[]> {
    const found = await this.entries
      .find({ build: buildName(build) })
      .sort({ since: 1, position: 1 })
      .toArray();
    return found.map(({ _id, build: _build, ...entry }) => entry);
  }

  /** How many streams each build has set aside, by the name of the build; builds without any are left out. */
  async counts(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for await (const { build } of this.entries.find({}, { projection: { build: 1 } }))
      counts.set(build, (counts.get(build) ?? 0) + 1);
    return counts;
  }

  async add(build: Build, setAside: readonly SetAside[], at: string): Promise<void> {
    await this.write(
      setAside.map((one) => ({
        updateOne: {
          filter: { _id: idOf(build, one.stream) },
          update: { $setOnInsert: { ...one, build: buildName(build), since: at, triedAt: at, tries: 1 } },
          upsert: true,
        },
      })),
    );
  }

  async retried(build: Build, { taken, setAside }: Retried, at: string): Promise<void> {
    await this.write([
      ...taken.map((stream) => ({ deleteOne: { filter: { _id: idOf(build, stream) } } })),
      ...setAside.map((one) => ({
        updateOne: {
          filter: { _id: idOf(build, one.stream) },
          update: {
            $set: { ...one, build: buildName(build), triedAt: at },
            $setOnInsert: { since: at },
            $inc: { tries: 1 },
          },
          upsert: true,
        },
      })),
    ]);
  }

  async forget(build: Build): Promise<void> {
    await this.entries.deleteMany({ build: buildName(build) });
  }

  private async write(operations: AnyBulkWriteOperation<Entry>[]): Promise<void> {
    if (operations.length > 0) await this.entries.bulkWrite(operations, { ordered: false });
  }
}

const idOf = (build: Build, stream: string): string => `${buildName(build)}/${stream}`;
