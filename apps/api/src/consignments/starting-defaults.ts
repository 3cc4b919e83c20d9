import { Inject, Injectable } from '@nestjs/common';
import type { Engines } from '#engines';
import { Catalogues } from '../catalogue/catalogues.js';
import { ENGINES, LOG, type Log } from '../provided.js';
import { defaultsOf, type Defaults } from './defaults.js';

/** What a consignment starts with: what is known here, under what the laboratory's own system suggests (002 PRE-017). */
@Injectable()
export class StartingDefaults {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly catalogues: Catalogues,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** For a consigning unit; with `testUnitId` those of that testing unit, else of the one it chose last. */
  async of(consignUnitId: string | null, testUnitId?: string): Promise<Defaults> {
    const defaults = await defaultsOf(this.engines, consignUnitId, testUnitId);
    return defaults.testUnitId === '' ? defaults : this.suggested(defaults, consignUnitId);
  }

  /** A system that cannot be asked keeps nobody from starting (AERR-009): its qualifications are chosen later. */
  private async suggested(defaults: Defaults, consignUnitId: string | null): Promise<Defaults> {
    const system = await this.catalogues.systemOf(defaults.testUnitId);
    if (!system) return defaults;
    const known = { ...defaults, qualificationId: '', qualificationName: '' };
    try {
      const { consginTestType, reportCount, testUnitAddressDetail, qualificationId, qualificationName } =
        await system.consignDefaults(consignUnitId);
      return {
        ...known,
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
      return known;
    }
  }
}
