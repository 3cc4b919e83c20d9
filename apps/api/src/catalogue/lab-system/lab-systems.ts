import { Inject, Injectable } from '@nestjs/common';
import { labConnectionOf, load, testingUnit } from '#domain';
import type { Engines } from '#engines';
import type { Outbound } from '#outbound';
import { ENGINES, LOG, OPTIONS, OUTBOUND, type ApiOptions, type Log } from '../../provided.js';
import type { Catalogue } from '../catalogue.js';
import { KeptAnswers } from './kept-answers.js';
import { LabClient, type LabUnit } from './lab-client.js';
import { RemoteCatalogue } from './remote-catalogue.js';

const MAX_BYTES = 5 * 1024 * 1024;

/** The systems of the laboratories that have one, and what they said a moment ago. */
@Injectable()
export class LabSystems {
  private readonly answers = new KeptAnswers();

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(OPTIONS) private readonly options: ApiOptions,
    @Inject(OUTBOUND) private readonly outbound: Outbound,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** The catalogue of a testing unit that is integrated, as its own system keeps it (002 UN-021). */
  catalogueOf(unit: LabUnit): Catalogue {
    return new RemoteCatalogue(unit, this.clientOf(unit), this.answers);
  }

  /** Asks the system of a testing unit; null if the unit has none. */
  async clientFor(testUnitId: string): Promise<LabClient | null> {
    const { state } = await load(this.engines.eventStore, testingUnit, testUnitId);
    const system = state && labConnectionOf(state);
    return system && this.clientOf({ ...system, testUnitId });
  }

  private clientOf(unit: LabUnit): LabClient {
    const { labSystemDeadlineMs: deadlineMs } = this.options;
    return new LabClient(unit, this.outbound, { deadlineMs, maxBytes: MAX_BYTES }, this.log);
  }
}
