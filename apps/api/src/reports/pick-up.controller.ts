import { Controller, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { getReportPickUp, pickUpByKey } from '#contract';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import type { ApiRequest } from '../http/api-request.js';
import { commandContextOf } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { QrKeys } from '../qr-codes/qr-keys.js';
import { GetReportPickUp, PickUpByKey } from './pick-up.handlers.js';

/** Signatures of people who pick up reports at the laboratory, on a phone with a scanned key. */
@Controller()
export class PickUpController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly keys: QrKeys,
  ) {}

  @HandlesOperation(getReportPickUp)
  async open(@Input() { key }: InputOf<typeof getReportPickUp>) {
    const { pickUp, position } = await this.queries.execute(new GetReportPickUp(key));
    return withMeta(pickUp, { position });
  }

  /** The author in the log is the laboratory's user who created the key, and so handed over the reports. */
  @HandlesOperation(pickUpByKey)
  async sign(@Input() { key, signImage, name }: InputOf<typeof pickUpByKey>, @Req() request: ApiRequest) {
    const grant = await this.keys.readGrant(['reportTakeSign'], key);
    request.caller = grant.holder;
    const context = commandContextOf(request, grant.holder.actor);
    const position = await this.commands.execute(new PickUpByKey(grant, { signImage, name }, context));
    return withMeta({ signed: grant.ids.length }, { position });
  }
}
