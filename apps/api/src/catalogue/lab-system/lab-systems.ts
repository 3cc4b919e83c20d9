import { Inject, Injectable } from '@nestjs/common';
import type { TestingUnitRow } from '#domain';
import type { Outbound } from '#outbound';
import { LOG, OPTIONS, OUTBOUND, type ApiOptions, type Log } from '../../provided.js';
import type { Catalogue } from '../catalogue.js';
import { KeptAnswers } from './kept-answers.js';
import { LabClient } from './lab-client.js';
import { RemoteCatalogue } from './remote-catalogue.js';

const MAX_BYTES = 5 * 1024 * 1024;

/** The systems of the laboratories that have one, and what they said a moment ago. */
@Injectable()
export class LabSystems {
  private readonly answers = new KeptAnswers();

  constructor(
    @Inject(OPTIONS) private readonly options: ApiOptions,
    @Inject(OUTBOUND) private readonly outbound: Outbound,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** The catalogue of a testing unit that is integrated, as its own system keeps it (002 UN-021). */
  catalogueOf({ id: testUnitId, lmisurl, lmisIntegratedCode, unitNo }: TestingUnitRow): Catalogue {
    const unit = { testUnitId, base: lmisurl.trim(), code: lmisIntegratedCode.trim() || unitNo };
    const { labSystemDeadlineMs: deadlineMs } = this.options;
    const client = new LabClient(unit, this.outbound, { deadlineMs, maxBytes: MAX_BYTES }, this.log);
    return new RemoteCatalogue(unit, client, this.answers);
  }
}
