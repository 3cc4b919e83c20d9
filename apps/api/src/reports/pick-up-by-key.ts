import { Controller, Inject, Req } from '@nestjs/common';
import { pickUpByKey } from '#contract';
import { earlierOf, problem, receiverProblem, refuseIf, type Problem } from '#domain';
import type { Engines } from '#engines';
import { storeSignImage } from '../consignments/sign-image.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import type { ApiRequest } from '../http/api-request.js';
import { contextOf } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { expiry, QrKeys, type Granted } from '../qr-codes/qr-keys.js';
import { actOnReports } from './act-on-reports.js';
import { findPickUp, type FoundPickUp } from './find-pick-up.js';
import { pickUpProblem } from './pick-up-problem.js';

/** Whoever fetches reports signs for all of them or none; the log names the laboratory's user who made the key, and so handed them over. */
@Controller()
export class PickUpByKey {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly keys: QrKeys,
  ) {}

  @Handles(pickUpByKey)
  async handle(@Input() { key, signImage, name }: InputOf<typeof pickUpByKey>, @Req() request: ApiRequest) {
    const granted = await this.keys.open(['reportTakeSign'], key);
    const { ids, holder } = granted;
    request.caller = holder;
    const context = contextOf(request, holder.actor);
    const { eventStore, files } = this.engines;
    const pickUp = await findPickUp(eventStore, granted);
    const isRepeated = pickUp.found.some(({ past }) => earlierOf(past, context) !== undefined);
    if (!isRepeated) this.keys.refuseIf(granted, whyNot(granted, pickUp));
    refuseIf(receiverProblem(name)); // before the picture is stored
    const imageHash = await storeSignImage(files, signImage);
    const { facts } = await actOnReports(
      eventStore,
      this.decisions,
      ids,
      { caller: holder, context },
      { type: 'PickUpReport', by: context.by, at: context.at, imageHash, receiverName: name },
    );
    return answer({ signed: ids.length }, facts);
  }
}

const whyNot = (granted: Granted, { found, isSigned }: FoundPickUp): Problem | null =>
  isSigned
    ? problem('PICKED_UP_ALREADY')
    : (expiry(granted) ??
      pickUpProblem(
        found.map(({ report }) => report),
        granted.holder,
      ));
