import { Controller, Inject } from '@nestjs/common';
import { createQRCodeKey, KEY_CONSIGNMENTS } from '#contract';
import { problem, refuseIf, RuleBroken, signProblem } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { QrKeys } from './qr-keys.js';

/** No key is made for what could not be signed anyway (VA-018: "no QR code is created"). */
@Controller()
export class CreateQrCodeKey {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly keys: QrKeys) {}

  @Handles(createQRCodeKey)
  async handle(@Input() { ids, data: page }: InputOf<typeof createQRCodeKey>, @By() caller: Caller) {
    refuseIf(ids.length > KEY_CONSIGNMENTS ? problem('TOO_MANY_FOR_A_KEY', { max: KEY_CONSIGNMENTS }, 'ids') : null);
    const chosen = await Promise.all(ids.map(async (id) => {
      const { state } = await findConsignment(this.engines.eventStore, id, caller);
      if (state.phase !== 'open') throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
      return state;
    }));
    refuseIf(signProblem(chosen));
    return this.keys.make(page, ids, caller);
  }
}
