import { Inject, Injectable } from '@nestjs/common';
import type { TestingUnitRow } from '#domain';
import { LOG, OPTIONS, type ApiOptions, type Log } from '../../provided.js';
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
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** The catalogue of a testing unit that is integrated, as its own system keeps it (002 UN-021). */
  catalogueOf({ id: testUnitId, lmisurl, lmisIntegratedCode, unitNo }: TestingUnitRow): Catalogue {
    const unit = { testUnitId, base: lmisurl.trim(), code: lmisIntegratedCode.trim() || unitNo };
    const { labSystemHosts: allowedHosts, labSystemDeadlineMs: deadlineMs } = this.options;
    return new RemoteCatalogue(
      unit,
      new LabClient(unit, { deadlineMs, maxBytes: MAX_BYTES, allowedHosts }, this.log),
      this.answers,
    );
  }
}
