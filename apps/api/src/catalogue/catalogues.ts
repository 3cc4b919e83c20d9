import { Inject, Injectable } from '@nestjs/common';
import { ROLE } from '#events';
import { labConnectionOf, problem, RuleBroken, type AccessoryTypeRow, type TestingUnitRow } from '#domain';
import type { Engines } from '#engines';
import { has, type Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { ENGINES } from '../provided.js';
import { CatalogueShelf } from './catalogue-shelf.js';
import type { Catalogue } from './catalogue.js';
import { LabSystems } from './lab-system/lab-systems.js';
import { OwnCatalogue } from './own-catalogue.js';
import type { Shelf } from './shelf.js';

/** Who asks, and which testing unit the header Unit-Code names. */
export type AskedBy = { unitCode: string | null; caller: Caller };

/** Knows whose catalogue is kept where. */
@Injectable()
export class Catalogues {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly shelf: CatalogueShelf,
    private readonly decisions: Decisions,
    private readonly systems: LabSystems,
  ) {}

  /**
   * The catalogue a request asks for: of the testing unit it names, by Unit-Code or by id; all there is where it names none. A
   * laboratory asks for its own, whatever it names.
   * @throws RuleBroken NO_SUCH_UNIT_CODE, NO_SUCH_UNIT, UNIT_CODE_DIFFERS, CATALOGUE_NOT_YOURS
   */
  async asked({ testUnitId }: { testUnitId?: string | undefined }, { unitCode, caller }: AskedBy): Promise<Catalogue> {
    const shelf = await this.shelf.current();
    const named = namedUnit(shelf, testUnitId, unitCode);
    const own = caller.unitType === 1 && !has(caller, ROLE.admin, ROLE.auditor) ? caller.unitId : null;
    if (own === null) return this.kept(shelf, named);
    if (named && named.id !== own) throw new RuleBroken(problem('CATALOGUE_NOT_YOURS'));
    return this.kept(shelf, unitOf(shelf, own));
  }

  /** The catalogue of one testing unit, or all there is. @throws RuleBroken NO_SUCH_UNIT */
  async of(testUnitId: string | null): Promise<Catalogue> {
    const shelf = await this.shelf.current();
    return this.kept(shelf, testUnitId === null ? null : unitOf(shelf, testUnitId));
  }

  /** The catalogue of a testing unit that has a laboratory system; null for one that has none (002 UN-020). */
  async systemOf(testUnitId: string | null): Promise<Catalogue | null> {
    const unit = testUnitId === null ? null : (await this.shelf.current()).unit(testUnitId);
    return unit ? this.integrated(unit) : null;
  }

  /** The kinds of files that are kept with consignments, of every unit. */
  async accessoryTypes(): Promise<readonly AccessoryTypeRow[]> {
    return (await this.shelf.current()).accessoryTypes;
  }

  private kept(shelf: Shelf, unit: TestingUnitRow | null): Catalogue {
    return (
      (unit && this.integrated(unit)) ??
      new OwnCatalogue(this.engines, this.decisions, shelf.offerOf(unit), shelf.whole)
    );
  }

  private integrated(unit: TestingUnitRow): Catalogue | null {
    const system = labConnectionOf(unit);
    return system && this.systems.catalogueOf({ ...system, testUnitId: unit.id });
  }
}

const namedUnit = (shelf: Shelf, testUnitId: string | undefined, unitCode: string | null): TestingUnitRow | null => {
  const byId = testUnitId === undefined ? null : unitOf(shelf, testUnitId);
  const byCode = unitCode === null ? null : shelf.unitWithCode(unitCode, byId);
  if (unitCode !== null && !byCode) throw new RuleBroken(problem('NO_SUCH_UNIT_CODE', { code: unitCode }));
  if (byId && byCode && byId.id !== byCode.id) throw new RuleBroken(problem('UNIT_CODE_DIFFERS', {}, 'testUnitId'));
  return byCode ?? byId;
};

const unitOf = (shelf: Shelf, id: string): TestingUnitRow => {
  const unit = shelf.unit(id);
  if (!unit) throw new RuleBroken(problem('NO_SUCH_UNIT'));
  return unit;
};
