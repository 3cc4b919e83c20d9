import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  catalogueCategories,
  catalogueLeaves,
  catalogueSamples,
  catalogueStandards,
  type CatalogueLeafRow,
  type CatalogueSampleRow,
  type CategoryRow,
  type StandardRow,
} from '#domain/catalogue';
import { unitLeaves, unitSamples, type UnitLeafRow } from '#domain/catalogue-maintenance';
import { referenceLists, type AccessoryTypeRow, type ReferenceRow } from '#domain/reference';
import { testingUnits, type TestingUnitRow } from '#domain/units';
import type { Engines, ViewName } from '#engines';
import { START, type Position } from '#events';
import { ReadYourWrites } from '../http/read-your-writes.js';
import { ENGINES } from '../injection-tokens.js';
import { UnitOffer, type UnitOfferRows } from './offer.js';

const CACHED_VIEWS = [
  catalogueCategories,
  catalogueLeaves,
  unitLeaves,
  catalogueStandards,
  testingUnits,
  referenceLists,
];

/**
 * Includes the views whose rows are read one by one and cached with the snapshot. The snapshot is as old as the oldest
 * of these views.
 */
const SNAPSHOT_VIEWS = [...CACHED_VIEWS, catalogueSamples, unitSamples];

const TYPES = [...new Set(SNAPSHOT_VIEWS.flatMap(({ types }) => types))];

/** Holds a snapshot of the catalogue in memory until the log has a newer event of the catalogue. */
@Injectable()
export class CatalogueCache {
  private snapshot: Promise<CatalogueSnapshot> | null = null;
  private loading: Promise<CatalogueSnapshot> | null = null;
  private comparing: Promise<CatalogueSnapshot | null> | null = null;
  private snapshotPosition: Position = START;

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(ReadYourWrites) private readonly ownWrites: ReadYourWrites,
  ) {}

  /**
   * All calls in one turn of the event loop share one look into the log, which begins after the last of them. They wait
   * for the views only if the log has a newer event of the catalogue. Otherwise callers who write consignments would
   * wait for the views each time, without need.
   */
  async current(): Promise<CatalogueSnapshot> {
    this.comparing ??= nextTurn().then(() => {
      this.comparing = null;
      return this.findUnchanged();
    });
    const unchanged = await this.comparing;
    if (unchanged) return unchanged;
    await this.ownWrites.waitUntilVisible(...SNAPSHOT_VIEWS);
    this.loading ??= nextTurn().then(() => {
      this.loading = null;
      return this.refresh();
    });
    return this.loading;
  }

  /** The snapshot, if the log has no catalogue event that it does not include. Otherwise null. */
  private async findUnchanged(): Promise<CatalogueSnapshot | null> {
    const { snapshot } = this;
    if (!snapshot) return null;
    const { eventStore } = this.engines;
    const end = await eventStore.lastPosition();
    const [newerEvent] = end > this.snapshotPosition ? await eventStore.readAll(this.snapshotPosition, 1, TYPES) : [];
    if (newerEvent || this.snapshot !== snapshot) return null;
    if (end > this.snapshotPosition) this.snapshotPosition = end;
    return snapshot;
  }

  private async refresh(): Promise<CatalogueSnapshot> {
    const { views } = this.engines;
    const unchanged = await this.findUnchanged();
    if (unchanged) return unchanged;
    // Checkpoints are read before the rows, so an event that the views do not show yet is found next time.
    const checkpoints = await Promise.all(SNAPSHOT_VIEWS.map((view) => views.checkpoint(view)));
    this.snapshotPosition = checkpoints
      .map((checkpoint) => checkpoint?.position ?? START)
      .reduce((earliest, each) => (each < earliest ? each : earliest));
    this.snapshot = this.load();
    this.snapshot.catch(() => (this.snapshot = null));
    return this.snapshot;
  }

  private async load(): Promise<CatalogueSnapshot> {
    const loadRows = async <Row extends object>(view: ViewName) => (await this.engines.views.find<Row>(view, {})).rows;
    const [categories, leaves, copies, standards, units, files] = await Promise.all([
      loadRows<CategoryRow>(catalogueCategories),
      loadRows<CatalogueLeafRow>(catalogueLeaves),
      loadRows<UnitLeafRow>(unitLeaves),
      loadRows<StandardRow>(catalogueStandards),
      loadRows<TestingUnitRow>(testingUnits),
      this.engines.views.get<ReferenceRow>(referenceLists, 'accessoryTypes'),
    ]);
    return new CatalogueSnapshot({
      categories,
      leaves,
      copies,
      units,
      standards: standards.toSorted(compareNumbers),
      accessoryTypes: files?.kind === 'accessoryTypes' ? files.accessoryTypes : [],
    });
  }
}

const compareNumbers = (left: StandardRow, right: StandardRow): number =>
  left.publishCode < right.publishCode ? -1 : 1;

/** The maximum number of testing units whose offers are cached. The least recently used one is dropped. */
const MAX_OFFERS = 100;

const EVERYTHING = '';

/** The catalogue of the views at one moment. */
export class CatalogueSnapshot {
  readonly samples = new SampleCache();
  private readonly offers = new LRUCache<string, UnitOffer>({ max: MAX_OFFERS });

  constructor(
    private readonly rows: UnitOfferRows & {
      copies: readonly UnitLeafRow[];
      units: readonly TestingUnitRow[];
      accessoryTypes: readonly AccessoryTypeRow[];
    },
  ) {}

  /** Types of attachments of all units. Older installations have none. */
  get accessoryTypes(): readonly AccessoryTypeRow[] {
    return this.rows.accessoryTypes;
  }

  get units(): readonly TestingUnitRow[] {
    return this.rows.units;
  }

  unit(id: string): TestingUnitRow | null {
    return this.rows.units.find((unit) => unit.id === id) ?? null;
  }

  /**
   * The unit with this code, or with a code that is equal up to the first underscore (002 PRE-001). If several units
   * share that beginning, only the whole code or the unit in `preferred` selects one.
   */
  unitWithCode(code: string, preferred: TestingUnitRow | null = null): TestingUnitRow | null {
    const exactMatch = this.rows.units.find((unit) => codesOf(unit).includes(code));
    const similarUnits = this.rows.units.filter((unit) => codesOf(unit).map(codePrefixOf).includes(codePrefixOf(code)));
    return (
      exactMatch ??
      similarUnits.find(({ id }) => id === preferred?.id) ??
      (similarUnits.length === 1 ? (similarUnits[0] ?? null) : null)
    );
  }

  /** The offer of a unit, or the whole catalogue. */
  offerOf(unit: TestingUnitRow | null): UnitOffer {
    const key = unit?.id ?? EVERYTHING;
    const cached = this.offers.get(key);
    if (cached) return cached;
    const copies = this.rows.copies.filter(({ testUnitId }) => testUnitId === unit?.id);
    const offer = new UnitOffer(this.rows, unit, copies);
    this.offers.set(key, offer);
    return offer;
  }
}

/** The unit's code in its laboratory system, and its number on this platform. */
const codesOf = ({ lmisIntegratedCode, unitNo }: TestingUnitRow): string[] =>
  [lmisIntegratedCode.trim(), unitNo].filter(Boolean);

const codePrefixOf = (code: string): string => code.split('_')[0] ?? '';

/** A sample is 60 kB of JSON, so only recently used ones are cached. */
const MAX_SAMPLES = 60;

/** Complete samples of one snapshot. */
export class SampleCache {
  private readonly entries = new LRUCache<string, Promise<CatalogueSampleRow | null>>({ max: MAX_SAMPLES });

  /** The sample with this key, read once while it is cached. A failed read is not cached. */
  load(key: string, read: () => Promise<CatalogueSampleRow | null>): Promise<CatalogueSampleRow | null> {
    const cached = this.entries.get(key);
    if (cached) return cached;
    const sample = read();
    sample.catch(() => this.entries.delete(key));
    this.entries.set(key, sample);
    return sample;
  }
}
