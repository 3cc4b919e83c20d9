import { createParamDecorator, Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { labConnectionOf } from '#domain/lab-systems';
import type { AccessoryTypeRow } from '#domain/reference';
import { problem, RuleBroken } from '#domain/rules';
import { existingUnit, type TestingUnitRow } from '#domain/units';
import type { Engines } from '#engines';
import { ROLE, UNIT_TYPE } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { Decisions } from '../commands/decisions.js';
import { getCaller, getRequest } from '../http/api-request.js';
import { ENGINES } from '../injection-tokens.js';
import { CatalogueCache, type CatalogueSnapshot } from './catalogue-cache.js';
import type { Catalogue } from './catalogue.js';
import { LabSystems } from './lab-system/lab-systems.js';
import { OwnCatalogue } from './own-catalogue.js';

/** The caller of a request and its header Unit-Code. */
export type CatalogueCaller = { unitCode: string | null; caller: Caller };

/** Selects the catalogue of a testing unit, which is stored here or in its laboratory system. */
@Injectable()
export class Catalogues {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly cache: CatalogueCache,
    private readonly decisions: Decisions,
    private readonly systems: LabSystems,
  ) {}

  /**
   * The catalogue for a request: of the testing unit in Unit-Code or `testUnitId`, or the whole catalogue if there is
   * neither. A laboratory gets its own catalogue and may not name another unit.
   * @throws RuleBroken NO_SUCH_UNIT_CODE, NO_SUCH_UNIT, UNIT_CODE_DIFFERS, CATALOGUE_NOT_YOURS
   */
  async catalogueFor(
    { testUnitId }: { testUnitId?: string | undefined },
    { unitCode, caller }: CatalogueCaller,
  ): Promise<Catalogue> {
    const snapshot = await this.cache.current();
    const requestedUnit = findRequestedUnit(snapshot, testUnitId, unitCode);
    const ownUnitId =
      caller.unitType === UNIT_TYPE.laboratory && !hasRole(caller, ROLE.admin, ROLE.auditor) ? caller.unitId : null;
    if (ownUnitId === null) return this.storedCatalogue(snapshot, requestedUnit);
    if (requestedUnit && requestedUnit.id !== ownUnitId) throw new RuleBroken(problem('CATALOGUE_NOT_YOURS'));
    return this.storedCatalogue(snapshot, existingUnit(snapshot.unit(ownUnitId)));
  }

  /** The catalogue of one testing unit, or for null the whole catalogue. @throws RuleBroken NO_SUCH_UNIT */
  async ofUnit(testUnitId: string | null): Promise<Catalogue> {
    const snapshot = await this.cache.current();
    return this.storedCatalogue(snapshot, testUnitId === null ? null : existingUnit(snapshot.unit(testUnitId)));
  }

  /** The catalogue of a testing unit in its laboratory system. Null if the unit has no such system (002 UN-020). */
  async labCatalogueOf(testUnitId: string | null): Promise<Catalogue | null> {
    const unit = testUnitId === null ? null : (await this.cache.current()).unit(testUnitId);
    return unit ? this.findLabCatalogue(unit) : null;
  }

  /** Types of attachments of all units. */
  async accessoryTypes(): Promise<readonly AccessoryTypeRow[]> {
    return (await this.cache.current()).accessoryTypes;
  }

  private storedCatalogue(snapshot: CatalogueSnapshot, unit: TestingUnitRow | null): Catalogue {
    return (
      (unit && this.findLabCatalogue(unit)) ??
      new OwnCatalogue(this.engines, this.decisions, snapshot.offerOf(unit), snapshot.samples)
    );
  }

  private findLabCatalogue(unit: TestingUnitRow): Catalogue | null {
    const system = labConnectionOf(unit);
    return system && this.systems.catalogueOf({ ...system, testUnitId: unit.id });
  }
}

const findRequestedUnit = (
  snapshot: CatalogueSnapshot,
  testUnitId: string | undefined,
  unitCode: string | null,
): TestingUnitRow | null => {
  const byId = testUnitId === undefined ? null : existingUnit(snapshot.unit(testUnitId));
  const byCode = unitCode === null ? null : snapshot.unitWithCode(unitCode, byId);
  if (unitCode !== null && !byCode) throw new RuleBroken(problem('NO_SUCH_UNIT_CODE', { code: unitCode }));
  if (byId && byCode && byId.id !== byCode.id) throw new RuleBroken(problem('UNIT_CODE_DIFFERS', {}, 'testUnitId'));
  return byCode ?? byId;
};

/** Longer than any code. The rest is cut off, so that error messages stay short. */
const MAX_CODE = 50;

/** Injects the header Unit-Code of the pre-consignment service and the caller (002 PRE-001). */
export const CurrentCatalogueCaller = createParamDecorator((_: unknown, context: ExecutionContext): CatalogueCaller => {
  const request = getRequest(context);
  const header = request.headers['unit-code'];
  const code = (Array.isArray(header) ? header[0] : header)?.trim().slice(0, MAX_CODE);
  return { unitCode: code ? code : null, caller: getCaller(request) };
});
