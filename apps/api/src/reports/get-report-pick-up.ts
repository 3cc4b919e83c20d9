import { Controller, Inject } from '@nestjs/common';
import { getReportPickUp } from '#contract';
import { contentOf } from '#domain';
import type { Engines } from '#engines';
import { answer } from '../http/answer.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { expiry, QrKeys } from '../qr-codes/qr-keys.js';
import { findPickUp } from './find-pick-up.js';
import { pickUpProblem } from './pick-up-problem.js';

/** What a phone shows before somebody signs for reports, and what the laboratory's desktop asks to learn that it is done. */
@Controller()
export class GetReportPickUp {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly keys: QrKeys,
  ) {}

  @Handles(getReportPickUp)
  async handle(@Input() { key }: InputOf<typeof getReportPickUp>) {
    const granted = await this.keys.open(['reportTakeSign'], key);
    this.keys.refuseIf(granted, expiry(granted));
    const { found, isSigned } = await findPickUp(this.engines.eventStore, granted);
    if (!isSigned)
      this.keys.refuseIf(
        granted,
        pickUpProblem(
          found.map(({ report }) => report),
          granted.holder,
        ),
      );
    const [first] = found;
    return answer(
      {
        state: isSigned ? ('signed' as const) : ('waiting' as const),
        expiresAt: granted.expiresAt,
        consignUnitName: first?.report.consignUnitName ?? '',
        testUnitName: first?.report.testUnitName ?? '',
        reports: found.map(({ id, report: { reportNumber, consignCode, projectName, samples } }) => ({
          id,
          reportNumber,
          consignCode,
          projectName,
          testContent: contentOf(samples),
        })),
      },
      {
        position:
          found
            .flatMap(({ past }) => past.at(-1)?.position ?? [])
            .toSorted()
            .at(-1) ?? null,
      },
    );
  }
}
