import { Inject, Injectable } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { START, type Position } from '#events';
import {
  catalogueCategories,
  catalogueLeaves,
  catalogueSamples,
  catalogueStandards,
  referenceLists,
  testingUnits,
  unitLeaves,
  unitSamples,
  type CatalogueLeafRow,
  type CategoryRow,
  type ReferenceRow,
  type StandardRow,
  type TestingUnitRow,
  type UnitLeafRow,
} from '#domain';
import type { Engines, ViewName } from '#engines';
import { OwnWrites } from '../http/own-writes.js';
import { ENGINES } from '../provided.js';
import { Shelf } from './shelf.js';

const SHELVED = [catalogueCategories, catalogueLeaves, unitLeaves, catalogueStandards, testingUnits, referenceLists];
/** Read one at a time, and kept as long as the shelf: it is as old as the oldest of them all. */
const SHOWN = [...SHELVED, catalogueSamples, unitSamples];
const TYPES = [...new Set(SHOWN.flatMap(({ types }) => types))];

/** Keeps what browsing needs in memory, until the log holds an event of the catalogue that the kept one does not show. */
@Injectable()
export class CatalogueShelf {
  private shelf: Promise<Shelf> | null = null;
  private asked: Promise<Shelf> | null = null;
  private compared: Promise<Shelf | null> | null = null;
  private shown: Position = START;

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(OwnWrites) private readonly ownWrites: OwnWrites,
  ) {}

  /**
   * All who ask in one turn of the event loop share a look into the log: it begins after the last of them asked. Only where it finds
   * something of the catalogue do they wait for the views: whoever writes consignments would wait for them each time, for nothing.
   */
  async current(): Promise<Shelf> {
    this.compared ??= nextTurn().then(() => {
      this.compared = null;
      return this.unchanged();
    });
    const unchanged = await this.compared;
    if (unchanged) return unchanged;
    await this.ownWrites.shown(...SHOWN);
    this.asked ??= nextTurn().then(() => {
      this.asked = null;
      return this.look();
    });
    return this.asked;
  }

  /** The kept shelf, if the log holds nothing that it does not show; else null. */
  private async unchanged(): Promise<Shelf | null> {
    const { shelf } = this;
    if (!shelf) return null;
    const { eventStore } = this.engines;
    const end = await eventStore.lastPosition();
    const [changed] = end > this.shown ? await eventStore.readAll(this.shown, 1, TYPES) : [];
    if (changed || this.shelf !== shelf) return null;
    if (end > this.shown) this.shown = end;
    return shelf;
  }

  private async look(): Promise<Shelf> {
    const { views } = this.engines;
    const unchanged = await this.unchanged();
    if (unchanged) return unchanged;
    // The checkpoints before the rows are read: an event the views did not show yet is found again next time.
    const checkpoints = await Promise.all(SHOWN.map((view) => views.checkpoint(view)));
    this.shown = checkpoints
      .map((checkpoint) => checkpoint?.position ?? START)
      .reduce((least, each) => (each < least ? each : least));
    this.shelf = this.load();
    this.shelf.catch(() => (this.shelf = null));
    return this.shelf;
  }

  private async load(): Promise<Shelf> {
    const all = async <Row extends object>(view: ViewName) => (await this.engines.views.find<Row>(view, {})).rows;
    const [categories, leaves, copies, standards, units, files] = await Promise.all([
      all<CategoryRow>(catalogueCategories),
      all<CatalogueLeafRow>(catalogueLeaves),
      all<UnitLeafRow>(unitLeaves),
      all<StandardRow>(catalogueStandards),
      all<TestingUnitRow>(testingUnits),
      this.engines.views.get<ReferenceRow>(referenceLists, 'accessoryTypes'),
    ]);
    return new Shelf({
      categories,
      leaves,
      copies,
      units,
      standards: standards.toSorted(byNumber),
      accessoryTypes: files?.kind === 'accessoryTypes' ? files.accessoryTypes : [],
    });
  }
}

const byNumber = (left: StandardRow, right: StandardRow): number => (left.publishCode < right.publishCode ? -1 : 1);
