import { Controller, Inject, Req } from '@nestjs/common';
import { signByKey } from '#contract';
import { earlierOf, problem, type Problem } from '#domain';
import type { Engines } from '#engines';
import { signTogether } from '../consignments/sign-together.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import type { ApiRequest } from '../http/api-request.js';
import { contextOf } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { findSigning, revisionsSeen, type FoundSigning } from './find-signing.js';
import { expiry, QrKeys, type Granted } from '../qr-codes/qr-keys.js';

/** Signs as SignConsignments does, on behalf of whoever made the key: the log names that user. */
@Controller()
export class SignByKey {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly keys: QrKeys,
  ) {}

  @Handles(signByKey)
  async handle(@Input() { key, version, signImage }: InputOf<typeof signByKey>, @Req() request: ApiRequest) {
    const granted = await this.keys.open(['signList'], key);
    request.caller = granted.holder;
    const context = contextOf(request, granted.holder.actor);
    const signing = await findSigning(this.engines.eventStore, granted);
    const isRepeated = signing.found.some(({ past }) => earlierOf(past, context) !== undefined);
    if (!isRepeated) this.keys.refuseIf(granted, whyNot(granted, signing, version));
    const done = await signTogether(this.engines, this.decisions, {
      ids: granted.ids,
      caller: granted.holder,
      context,
      signImage,
      seen: revisionsSeen(granted.ids, version),
    });
    return answer({ signed: done.length }, { position: done.at(-1)?.position });
  }
}

const whyNot = (granted: Granted, { isSigned, version }: FoundSigning, seen: string): Problem | null =>
  isSigned ? problem('SIGNED_ALREADY') : (expiry(granted) ?? (seen === version ? null : problem('SIGNING_CHANGED')));
