import type { Collection, Db } from 'mongodb';
import { callMongo } from '../mongo/mongo-database.js';
import {
  firstPushHour,
  healthAfter,
  hourOfPush,
  sortByKind,
  refusalKey,
  MAX_REFUSED_PUSHES,
  refusedPushesSince,
  type LabCallHealth,
  type LabCallKind,
  type LabCallResult,
  type LabExchanges,
  type PushHour,
  type RefusedPush,
  type RefusedPushRow,
} from './lab-exchanges.js';

/** All reads use the primary, so a write need not wait for a disk or for other members. */
const PRIMARY_ONLY = { writeConcern: { w: 1, journal: false }, readPreference: 'primary' } as const;

type Stored<Row> = Row & { _id: string; unitId: string };

/** Opens the exchanges in a MongoDB database, which the caller closes. */
export const openMongoLabExchanges = (db: Db): LabExchanges => new MongoLabExchanges(db);

class MongoLabExchanges implements LabExchanges {
  private readonly pushes: Collection<Stored<RefusedPushRow>>;
  private readonly pushHours: Collection<Stored<PushHour>>;
  private readonly callHealth: Collection<Stored<LabCallHealth>>;

  constructor(db: Db) {
    this.pushes = db.collection('lab_refused_pushes', PRIMARY_ONLY);
    this.pushHours = db.collection('lab_push_hours', PRIMARY_ONLY);
    this.callHealth = db.collection('lab_calls', PRIMARY_ONLY);
  }

  recordAcceptedPush(unitId: string, at: string): Promise<void> {
    return this.count(unitId, at, { accepted: 1, refused: 0 });
  }

  async recordRefusedPush(unitId: string, push: RefusedPush): Promise<void> {
    await this.count(unitId, push.at, { accepted: 0, refused: 1 });
    const { at, others, status, ...keyFields } = push;
    const _id = idOf(unitId, refusalKey(push));
    await callMongo(() =>
      this.pushes.updateOne(
        { _id },
        {
          $inc: { times: 1 },
          $max: { at },
          $set: { others, status },
          $setOnInsert: { unitId, ...keyFields, firstAt: at },
        },
        { upsert: true },
      ),
    );
    const newestPushes = await callMongo(() =>
      this.pushes
        .find({ unitId }, { projection: { _id: 1 } })
        .sort({ at: -1, _id: 1 })
        .limit(MAX_REFUSED_PUSHES)
        .toArray(),
    );
    await callMongo(() =>
      this.pushes.deleteMany({
        unitId,
        $or: [{ at: { $lt: refusedPushesSince(at) } }, { _id: { $nin: newestPushes.map((row) => row._id) } }],
      }),
    );
  }

  async refusedPushes(unitId: string, now: string): Promise<RefusedPushRow[]> {
    const rows = await callMongo(() =>
      this.pushes
        .find({ unitId, at: { $gte: refusedPushesSince(now) } })
        .sort({ at: -1, _id: 1 })
        .toArray(),
    );
    return rows.map(({ _id, unitId: _unit, ...row }) => row);
  }

  async hours(unitId: string, now: string): Promise<PushHour[]> {
    const rows = await callMongo(() =>
      this.pushHours
        .find({ unitId, at: { $gte: firstPushHour(now) } })
        .sort({ at: 1 })
        .toArray(),
    );
    return rows.map(({ at, accepted, refused }) => ({ at, accepted, refused }));
  }

  /** If two results are written at the same time, the older one may be lost; the next result corrects that. */
  async recordCall(unitId: string, kind: LabCallKind, result: LabCallResult): Promise<void> {
    const _id = idOf(unitId, kind);
    const storedHealth = await callMongo(() => this.callHealth.findOne({ _id }));
    if (storedHealth && storedHealth.lastAt > result.at) return;
    const health = healthAfter(kind, storedHealth, result);
    await callMongo(() => this.callHealth.replaceOne({ _id }, { unitId, ...health }, { upsert: true }));
  }

  async calls(unitId: string): Promise<LabCallHealth[]> {
    const rows = await callMongo(() => this.callHealth.find({ unitId }).toArray());
    return sortByKind(rows.map(({ _id, unitId: _unit, ...health }) => health));
  }

  async close(): Promise<void> {
    // The caller that opened the database closes it.
  }

  private async count(unitId: string, at: string, $inc: { accepted: number; refused: number }): Promise<void> {
    const hour = hourOfPush(at);
    await callMongo(() =>
      this.pushHours.updateOne(
        { _id: idOf(unitId, hour) },
        { $inc, $setOnInsert: { unitId, at: hour } },
        { upsert: true },
      ),
    );
    await callMongo(() => this.pushHours.deleteMany({ unitId, at: { $lt: firstPushHour(at) } }));
  }
}

const idOf = (unitId: string, key: string): string => `${unitId}/${key}`;
