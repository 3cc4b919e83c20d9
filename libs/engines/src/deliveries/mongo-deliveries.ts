import type { Collection, Db, Filter, OptionalUnlessRequiredId, UpdateFilter } from 'mongodb';
import { callMongo, NO_SOCKET_TIMEOUT } from '../mongo/mongo-database.js';
import type {
  Attempt,
  AttemptResult,
  Deliveries,
  Delivery,
  DeliveryCursor,
  DeliveryFilter,
  DeliveryHour,
  EndpointState,
  EndpointSummary,
  StoredPart,
  NewDelivery,
  RedeliveryCount,
  RedeliverySelection,
} from './deliveries.js';
import { dueFirst, hourOf, pageTokenOf, parsePageToken } from './delivery-times.js';
import { bucketOf, quantileOf } from './latency-buckets.js';
import {
  WITHOUT_ATTEMPTS,
  afterPageToken,
  containsText,
  deliveryId,
  selectionFilter,
  toAttempts,
  toCursor,
  toDelivery,
  toDeliveryDocument,
  toEndpointState,
  toStoredDelivery,
  type DeliveryDocument,
  type EndpointDocument,
  type HourDocument,
} from './mongo-delivery-documents.js';

const DUPLICATE = 11_000;
/** Number of deliveries, with their attempts, that are exported at a time. */
const EXPORT_PAGE = 200;

/**
 * Opens the deliveries in a MongoDB database. A delivery and its attempts are one document. The figures of the endpoint
 * are written after it, so a crash in between loses a figure but no delivery. Every call throws StoreUnavailable if
 * MongoDB does not answer. The caller closes the database.
 */
export const openMongoDeliveries = (db: Db): Deliveries => new MongoDeliveries(db);

class MongoDeliveries implements Deliveries {
  private readonly deliveries: Collection<DeliveryDocument>;
  private readonly endpoints: Collection<EndpointDocument>;
  private readonly hourCounts: Collection<HourDocument>;
  private indexCreation: Promise<unknown> | null = null;

  constructor(db: Db) {
    this.deliveries = db.collection('deliveries');
    this.endpoints = db.collection('delivery_endpoints');
    this.hourCounts = db.collection('delivery_hours');
  }

  async cursor(webhookId: string): Promise<DeliveryCursor | null> {
    const endpoint = await callMongo(() => this.endpoints.findOne({ _id: webhookId }));
    return endpoint && toCursor(endpoint);
  }

  /**
   * Writes the rows before the cursor. After a crash in between they are added again, and existing ones stay unchanged.
   */
  async add(webhookId: string, deliveries: readonly NewDelivery[], cursor: DeliveryCursor | null): Promise<void> {
    await this.createIndexesOnce();
    const rows = deliveries.map((delivery) => toDeliveryDocument(webhookId, delivery));
    await this.insertMissing(this.deliveries, rows);
    await this.updateEndpoint(webhookId, cursor ? { $set: cursor } : { $inc: { changes: 1 } });
  }

  async findDue(webhookId: string, now: string, limit: number, testsOnly = false): Promise<Delivery[]> {
    const { holdUntil } = await this.state(webhookId);
    const isTestsOnly = testsOnly || (holdUntil !== null && holdUntil > now);
    const filter = {
      webhookId,
      state: 'waiting',
      nextAt: { $lte: now },
      ...(isTestsOnly ? { isTest: true } : {}),
    } as const;
    const rows = await callMongo(() =>
      this.deliveries
        .find(filter, { projection: WITHOUT_ATTEMPTS })
        .sort({ nextAt: 1, position: 1 })
        .limit(limit)
        .toArray(),
    );
    return rows.map(toDelivery);
  }

  async nextAt(webhookId: string): Promise<string | null> {
    return this.findEarliest({ webhookId, state: 'waiting' }, 'nextAt');
  }

  async record(webhookId: string, results: readonly AttemptResult[], failureThreshold: number): Promise<void> {
    for (const result of results) await this.recordAttempt(webhookId, result, failureThreshold);
  }

  async endPacing(webhookId: string): Promise<void> {
    await this.updateEndpoint(webhookId, { $set: { isPaced: false } });
  }

  async state(webhookId: string): Promise<EndpointState> {
    return toEndpointState(await callMongo(() => this.endpoints.findOne({ _id: webhookId })));
  }

  async changes(webhookIds: readonly string[]): Promise<Map<string, number>> {
    const endpoints = await callMongo(() =>
      this.endpoints.find({ _id: { $in: [...webhookIds] } }, { projection: { changes: 1 } }).toArray(),
    );
    const changesById = new Map(endpoints.map(({ _id, changes }) => [_id, changes]));
    return new Map(webhookIds.map((id) => [id, changesById.get(id) ?? 0]));
  }

  async find(
    webhookId: string,
    { state, isTest, search, from, to }: DeliveryFilter,
    { after, limit }: { after?: string; limit: number },
  ): Promise<{ deliveries: Delivery[]; next: string | null }> {
    const token = parsePageToken(after);
    const filters: Filter<DeliveryDocument>[] = [
      { webhookId },
      ...(state === undefined ? [] : [{ state }]),
      ...(isTest === undefined ? [] : [{ isTest }]),
      ...(from === undefined ? [] : [{ createdAt: { $gte: from } }]),
      ...(to === undefined ? [] : [{ createdAt: { $lt: to } }]),
      ...(search === undefined ? [] : [containsText(['eventId', 'subject', 'type'], search)]),
      ...(token === null ? [] : [afterPageToken(token)]),
    ];
    const rows = await callMongo(() =>
      this.deliveries
        .find({ $and: filters }, { projection: WITHOUT_ATTEMPTS })
        .sort({ createdAt: -1, position: -1, eventId: -1 })
        .limit(limit + 1)
        .toArray(),
    );
    const deliveries = rows.slice(0, limit).map(toDelivery);
    const last = deliveries.at(-1);
    return { deliveries, next: last && rows.length > limit ? pageTokenOf(last) : null };
  }

  async get(webhookId: string, eventId: string): Promise<(Delivery & { tried: Attempt[] }) | null> {
    const row = await callMongo(() => this.deliveries.findOne({ _id: deliveryId(webhookId, eventId) }));
    return row && { ...toDelivery(row), tried: toAttempts(row) };
  }

  summary(webhookIds: readonly string[]): Promise<EndpointSummary[]> {
    return Promise.all(
      webhookIds.map(async (webhookId) => {
        const waitingFilter = { webhookId, state: 'waiting', isTest: false } as const;
        const [state, waiting, nextAt, waitingSince] = await Promise.all([
          this.state(webhookId),
          callMongo(() => this.deliveries.countDocuments(waitingFilter)),
          this.findEarliest(waitingFilter, 'nextAt'),
          this.findEarliest(waitingFilter, 'createdAt'),
        ]);
        return { webhookId, ...state, waiting, nextAt, waitingSince };
      }),
    );
  }

  async hours(webhookId: string, since: string): Promise<DeliveryHour[]> {
    const rows = await callMongo(() =>
      this.hourCounts
        .find({ webhookId, at: { $gte: hourOf(since) } })
        .sort({ at: 1 })
        .toArray(),
    );
    return rows.map(({ at, delivered, failed, buckets }) => ({
      at,
      delivered,
      failed: Math.max(0, failed),
      p95: quantileOf(buckets ?? {}, 0.95),
    }));
  }

  async retryNow(webhookId: string, now: string): Promise<string | null> {
    const nextAt = dueFirst(now, await this.nextAt(webhookId));
    const row = await callMongo(() =>
      this.deliveries.findOneAndUpdate(
        { webhookId, state: 'waiting', isTest: false },
        { $set: { nextAt } },
        { sort: { createdAt: 1, position: 1 }, projection: { eventId: 1 } },
      ),
    );
    if (row) await this.updateEndpoint(webhookId, { $set: { isProbed: true, holdUntil: null }, $inc: { changes: 1 } });
    return row?.eventId ?? null;
  }

  async resume(webhookId: string, now: string): Promise<void> {
    if ((await this.state(webhookId)).failures > 0) await this.retryNow(webhookId, now);
    else await this.release(webhookId, now);
    await this.updateEndpoint(webhookId, { $inc: { changes: 1 } });
  }

  async redeliver(
    webhookId: string,
    selection: RedeliverySelection,
    now: string,
    options: { dryRun: true } | { dryRun: false; requestId: string },
  ): Promise<RedeliveryCount> {
    const selectionCondition = selectionFilter(selection);
    const matchCondition = options.dryRun
      ? selectionCondition
      : { $or: [selectionCondition, { requestId: options.requestId }] };
    const redeliveryCount = await this.countRedeliveries({ $and: [{ webhookId, isTest: false }, matchCondition] });
    if (options.dryRun) return redeliveryCount;
    const { requestId } = options;
    await callMongo(() =>
      this.deliveries.updateMany(
        { $and: [{ webhookId, isTest: false, requestId: { $ne: requestId } }, selectionCondition] },
        { $set: { state: 'waiting', tries: 0, nextAt: now, endedAt: null, isRedelivery: true, requestId } },
        NO_SOCKET_TIMEOUT,
      ),
    );
    await this.updateEndpoint(webhookId, { $inc: { changes: 1 } });
    return redeliveryCount;
  }

  async forget(before: string, limit: number): Promise<number> {
    await this.createIndexesOnce();
    await callMongo(() => this.hourCounts.deleteMany({ at: { $lt: before } }));
    const endedDeliveries = await callMongo(() =>
      this.deliveries
        .find({ endedAt: { $lt: before } }, { projection: { _id: 1 } })
        .sort({ endedAt: 1 })
        .limit(limit)
        .toArray(),
    );
    if (endedDeliveries.length === 0) return 0;
    return (await callMongo(() => this.deliveries.deleteMany({ _id: { $in: endedDeliveries.map(({ _id }) => _id) } })))
      .deletedCount;
  }

  async remove(webhookId: string, now: string): Promise<void> {
    await callMongo(() =>
      this.deliveries.updateMany(
        { webhookId, state: 'waiting' },
        { $set: { state: 'failed', lastFailure: 'deleted', nextAt: null, endedAt: now } },
        NO_SOCKET_TIMEOUT,
      ),
    );
  }

  async *exportAll(): AsyncGenerator<StoredPart> {
    for (let lastId = ''; ;) {
      const rows = await callMongo(() =>
        this.deliveries
          .find({ _id: { $gt: lastId } })
          .sort({ _id: 1 })
          .limit(EXPORT_PAGE)
          .toArray(),
      );
      const lastRow = rows.at(-1);
      if (!lastRow) break;
      yield { deliveries: rows.map(toStoredDelivery), hours: [], endpoints: [] };
      lastId = lastRow._id;
    }
    const [hours, endpoints] = await Promise.all([
      callMongo(() => this.hourCounts.find().toArray()),
      callMongo(() => this.endpoints.find().toArray()),
    ]);
    yield {
      deliveries: [],
      hours: hours.map(({ _id, failed, buckets = {}, ...hour }) => ({ ...hour, failed: Math.max(0, failed), buckets })),
      endpoints: endpoints.map((row) => ({ webhookId: row._id, cursor: toCursor(row), ...toEndpointState(row) })),
    };
  }

  async importPart({ deliveries, hours, endpoints }: StoredPart): Promise<void> {
    await this.createIndexesOnce();
    await this.insertMissing(
      this.deliveries,
      deliveries.map((delivery) => ({
        ...delivery,
        _id: deliveryId(delivery.webhookId, delivery.eventId),
        position: delivery.position ?? '',
        tried: delivery.tried.map(({ n: _, ...attempt }) => attempt),
      })),
    );
    await this.insertMissing(
      this.hourCounts,
      hours.map((hour) => ({ _id: `${hour.webhookId}/${hour.at}`, ...hour })),
    );
    await this.insertMissing(
      this.endpoints,
      endpoints.map(({ webhookId, cursor, ...state }) => ({ _id: webhookId, ...cursor, ...state })),
    );
  }

  /** The files of the server are not managed by the platform. */
  async overwriteDeleted(): Promise<void> {}

  async close(): Promise<void> {
    // The caller that opened the database closes it.
  }

  /** Inserts the documents whose ids do not exist yet. */
  private async insertMissing<Document extends { _id: string }>(
    collection: Collection<Document>,
    documents: Document[],
  ): Promise<void> {
    if (documents.length === 0) return;
    await callMongo(() =>
      collection.insertMany(documents as OptionalUnlessRequiredId<Document>[], { ordered: false }),
    ).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
    });
  }

  private async recordAttempt(
    webhookId: string,
    { eventId, attempt, state, nextAt, holdUntil = null }: AttemptResult,
    failureThreshold: number,
  ): Promise<void> {
    const { at, status, failure, ms } = attempt;
    const isAccepted = failure === null;
    const previousDelivery = await callMongo(() =>
      this.deliveries.findOneAndUpdate(
        { _id: deliveryId(webhookId, eventId) },
        {
          $set: {
            state,
            nextAt: state === 'waiting' ? nextAt : null,
            endedAt: state === 'waiting' ? null : at,
            lastAt: at,
            lastStatus: status,
            lastFailure: failure,
            lastMs: ms,
            ...(isAccepted ? { wasAccepted: true } : {}),
          },
          $inc: { attempts: 1, tries: 1 },
          $push: { tried: attempt },
        },
        { returnDocument: 'before', projection: { isTest: 1, lastAt: 1, lastFailure: 1 } },
      ),
    );
    if (!previousDelivery || previousDelivery.isTest) return;
    await this.countHour(webhookId, previousDelivery, attempt);
    const endpoint = await this.state(webhookId);
    const last = { lastAt: at, lastStatus: status, lastFailure: failure };
    if (isAccepted)
      await this.updateEndpoint(webhookId, {
        $set: { ...last, failures: 0, failingSince: null, lastDeliveredAt: at, holdUntil: null },
      });
    else
      await this.updateEndpoint(webhookId, {
        $set: {
          ...last,
          failingSince: endpoint.failingSince ?? at,
          isProbed: false,
          ...(holdUntil === null ? {} : { holdUntil }),
        },
        $inc: { failures: 1 },
      });
    if (isAccepted && (endpoint.isProbed || endpoint.failures >= failureThreshold)) await this.release(webhookId, at);
  }

  private async countHour(
    webhookId: string,
    previousDelivery: Pick<DeliveryDocument, 'lastAt' | 'lastFailure'>,
    { at, ms, failure }: AttemptResult['attempt'],
  ): Promise<void> {
    const hour = hourOf(at);
    const wasCountedAsFailed =
      previousDelivery.lastFailure !== null &&
      previousDelivery.lastAt !== null &&
      hourOf(previousDelivery.lastAt) === hour;
    const $inc = {
      delivered: failure === null ? 1 : 0,
      failed: (failure === null ? 0 : 1) - (wasCountedAsFailed ? 1 : 0),
      ...(failure === null ? { [`buckets.${bucketOf(ms)}`]: 1 } : {}),
    };
    await callMongo(() =>
      this.hourCounts.updateOne(
        { _id: `${webhookId}/${hour}` },
        { $inc, $setOnInsert: { webhookId, at: hour } } as UpdateFilter<HourDocument>,
        { upsert: true },
      ),
    );
  }

  private async release(webhookId: string, now: string): Promise<void> {
    await callMongo(() =>
      this.deliveries.updateMany(
        { webhookId, state: 'waiting', isTest: false },
        { $set: { nextAt: now } },
        NO_SOCKET_TIMEOUT,
      ),
    );
    await this.updateEndpoint(webhookId, { $set: { isPaced: true, isProbed: false, holdUntil: null } });
  }

  private async countRedeliveries(filter: Filter<DeliveryDocument>): Promise<RedeliveryCount> {
    const [counts] = await callMongo(() =>
      this.deliveries
        .aggregate<{ count: number; deliveredBefore: number; subjects: string[] }>([
          { $match: filter },
          {
            $group: {
              _id: null,
              count: { $sum: 1 },
              deliveredBefore: { $sum: { $cond: ['$wasAccepted', 1, 0] } },
              subjects: { $addToSet: '$subject' },
            },
          },
        ])
        .toArray(),
    );
    return counts
      ? { count: counts.count, subjects: counts.subjects.length, deliveredBefore: counts.deliveredBefore }
      : { count: 0, subjects: 0, deliveredBefore: 0 };
  }

  /** The earliest of these times among the filtered deliveries. */
  private async findEarliest(filter: Filter<DeliveryDocument>, time: 'nextAt' | 'createdAt'): Promise<string | null> {
    const [earliest] = await callMongo(() =>
      this.deliveries
        .find(filter, { projection: { [time]: 1 } })
        .sort({ [time]: 1 })
        .limit(1)
        .toArray(),
    );
    return earliest?.[time] ?? null;
  }

  private async updateEndpoint(webhookId: string, update: UpdateFilter<EndpointDocument>): Promise<void> {
    await callMongo(() => this.endpoints.updateOne({ _id: webhookId }, update, { upsert: true }));
  }

  /** Creates the indexes once per process; after a failure the next call tries again. */
  private async createIndexesOnce(): Promise<void> {
    this.indexCreation ??= callMongo(
      () =>
        Promise.all([
          this.deliveries.createIndexes(
            [
              { key: { webhookId: 1, state: 1, nextAt: 1, position: 1 } },
              { key: { webhookId: 1, createdAt: -1, position: -1, eventId: -1 } },
              { key: { webhookId: 1, state: 1, createdAt: -1, position: -1, eventId: -1 } },
              { key: { endedAt: 1 } },
            ],
            NO_SOCKET_TIMEOUT,
          ),
          this.hourCounts.createIndexes([{ key: { webhookId: 1, at: 1 } }, { key: { at: 1 } }], NO_SOCKET_TIMEOUT),
        ]),
      0,
    );
    await this.indexCreation.catch((error: unknown) => {
      this.indexCreation = null;
      throw error;
    });
  }
}

const isDuplicate = (error: unknown): boolean => Object(error).code === DUPLICATE;
