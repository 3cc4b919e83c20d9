import { Controller, Inject } from '@nestjs/common';
import { getSigning, type Signing } from '#contract';
import { feesOf, refuseIf, signProblem, totalFee } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import type { Found } from '../consignments/find-consignment.js';
import { maskedPhone } from '../consignments/mask.js';
import { shownTo } from '../consignments/shown.js';
import { switchesOf } from '../consignments/unit-facts.js';
import { answer } from '../http/answer.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { findSigning } from './find-signing.js';
import { expiry, QrKeys } from '../qr-codes/qr-keys.js';

/** What a phone shows before somebody signs, and what the desktop asks to learn that it is done. */
@Controller()
export class GetSigning {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly keys: QrKeys,
  ) {}

  @Handles(getSigning)
  async handle(@Input() { key }: InputOf<typeof getSigning>) {
    const granted = await this.keys.open(['signList'], key);
    this.keys.refuseIf(granted, expiry(granted));
    const { found, version, isSigned } = await findSigning(this.engines.eventStore, granted);
    if (!isSigned) refuseIf(signProblem(found.map(({ state }) => state)));
    const [first] = found;
    const contact = first?.state.header.contact;
    const consignments = await Promise.all(found.map((each) => this.told(each, granted.holder)));
    const positions = found.flatMap(({ position }) => (position === null ? [] : [position])).toSorted();
    return answer(
      {
        state: isSigned ? ('signed' as const) : ('waiting' as const),
        version,
        expiresAt: granted.expiresAt,
        consignUnitName: first?.state.consignUnitName ?? '',
        signer: contact?.name ?? '',
        signerPhone: maskedPhone(contact?.phone ?? ''),
        consignments,
      },
      { position: positions.at(-1) },
    );
  }

  private async told({ id, state }: Found, holder: Caller): Promise<Signing['consignments'][number]> {
    const { header, samples } = state;
    const { estimate } = shownTo(holder, await switchesOf(this.engines.eventStore, header.testUnitId));
    const estimated = estimate ? totalFee(feesOf(samples)) : null;
    const testContent = [...new Set(samples.map(({ testUnitSampleName }) => testUnitSampleName))].join('、');
    return {
      id,
      consignCode: state.consignCode,
      projectName: header.projectName,
      testContent,
      sampleCount: samples.length,
      fee: state.actFee ?? estimated,
    };
  }
}
