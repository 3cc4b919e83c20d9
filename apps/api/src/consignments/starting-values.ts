import { Inject, Injectable } from '@nestjs/common';
import { load } from '#domain/event-sourcing';
import { consigningUnit, consignUnitAddressOf, reportConfig } from '#domain/units';
import { user } from '#domain/users';
import type { Engines } from '#engines';
import type { ConsignmentHeader, ConsignType } from '#events';
import type { Caller } from '../auth/caller.js';
import { Catalogues } from '../catalogue/catalogues.js';
import { ENGINES, LOGGER, type Log } from '../injection-tokens.js';
import { type ConsignmentDefaults, loadConsignmentDefaults, NO_DEFAULTS } from '../units/consignment-defaults.js';
import { extraFieldsOf } from './header-input.js';

/**
 * The initial values of a consignment: the values known here, overridden by the suggestions of the laboratory's own
 * system (002 PRE-017).
 */
@Injectable()
export class StartingValues {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly catalogues: Catalogues,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /**
   * The defaults of a consigning unit, for `testUnitId` if it is given, otherwise for the testing unit that it chose
   * last.
   */
  async defaults(consignUnitId: string | null, testUnitId?: string): Promise<ConsignmentDefaults> {
    const defaults = await loadConsignmentDefaults(this.engines, consignUnitId, testUnitId);
    return defaults.testUnitId === '' ? defaults : this.suggestValues(defaults, consignUnitId);
  }

  /** A consignment can be started without a response of the system (AERR-009). Its qualifications are chosen later. */
  private async suggestValues(
    defaults: ConsignmentDefaults,
    consignUnitId: string | null,
  ): Promise<ConsignmentDefaults> {
    const system = await this.catalogues.labCatalogueOf(defaults.testUnitId);
    if (!system) return defaults;
    const values = { ...defaults, qualificationId: '', qualificationName: '' };
    try {
      const { consginTestType, reportCount, testUnitAddressDetail, qualificationId, qualificationName } =
        await system.consignDefaults(consignUnitId);
      return {
        ...values,
        ...(consginTestType ? { consginTestType } : {}),
        ...(reportCount > 0 ? { reportCount } : {}),
        ...(testUnitAddressDetail ? { testUnitAddressId: '', testUnitAddressDetail } : {}),
        ...(qualificationId && qualificationName ? { qualificationId, qualificationName } : {}),
      };
    } catch (err) {
      this.log.warn(
        { err, testUnitId: defaults.testUnitId },
        'a consignment starts without what the laboratory system suggests',
      );
      return values;
    }
  }

  /**
   * The prefilled values of the form of a new consignment. The unit's settings for its reports take precedence (002
   * UN-022), and the constants of K-001 fill the rest. Defaults that cannot be read are logged and left out, so that a
   * consignment can still be started (ERR-011).
   */
  async header(consignType: ConsignType, { unitId, userId, name }: Caller): Promise<Partial<ConsignmentHeader>> {
    if (unitId === null) return {}; // the decision refuses this
    const { eventStore } = this.engines;
    const [defaults, unit, preferences, extraFields, account] = await Promise.all([
      this.readableDefaults(unitId),
      load(eventStore, consigningUnit, unitId),
      load(eventStore, reportConfig, unitId),
      extraFieldsOf(eventStore),
      load(eventStore, user, userId),
    ]);
    const { qualificationId, qualificationName, testUnitId, testUnitAddressId, projectId, ...texts } = defaults;
    return {
      ...texts,
      testUnitId: testUnitId || null,
      testUnitAddressId: testUnitAddressId || null,
      projectId: projectId || null,
      tuqualificationId: qualificationId || null,
      tuqualificationName: qualificationName,
      contact: { name, phone: account.state?.profile.phone ?? '' },
      consignUnitAddress: unit.state ? consignUnitAddressOf(unit.state) : '',
      ...preferences.state[consignType],
      extraFields,
    };
  }

  private async readableDefaults(unitId: string): Promise<ConsignmentDefaults> {
    try {
      return await this.defaults(unitId);
    } catch (err) {
      this.log.warn({ err, unitId }, 'a consignment starts without its unit’s defaults');
      return NO_DEFAULTS;
    }
  }
}
