import { Controller, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { getReportPickUp, pickUpByKey } from '#contract';
import { answer } from '../http/answer.js';
import type { ApiRequest } from '../http/api-request.js';
import { contextOf } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { QrKeys } from '../qr-codes/qr-keys.js';
import { GetReportPickUp, PickUpByKey } from './pick-up.handlers.js';

/** Signatures of people who fetch reports at the laboratory, on a phone that scanned a key. */
@Controller()
export class PickUpController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly keys: QrKeys,
  ) {}

  @Handles(getReportPickUp)
  async open(@Input() { key }: InputOf<typeof getReportPickUp>) {
    const { pickUp, position } = await this.queries.execute(new GetReportPickUp(key));
    return answer(pickUp, { position });
  }

  /** The log names the laboratory's user who made the key, and so handed the reports over. */
  @Handles(pickUpByKey)
  async sign(@Input() { key, signImage, name }: InputOf<typeof pickUpByKey>, @Req() request: ApiRequest) {
    const granted = await this.keys.open(['reportTakeSign'], key);
    request.caller = granted.holder;
    const context = contextOf(request, granted.holder.actor);
    const position = await this.commands.execute(new PickUpByKey(granted, { signImage, name }, context));
    return answer({ signed: granted.ids.length }, { position });
  }
}
