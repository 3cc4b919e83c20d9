import { Controller, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { getConsignSignAccessoryList, getSigning, sendJZSignMessage, signByKey, signConsignments } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { kindOfRule, messageOf, RuleBroken } from '#domain/rules';
import type { Language } from '#domain/text';
import type { Caller } from '../auth/caller.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser, RequestLanguage, type ApiRequest } from '../http/api-request.js';
import { CurrentCommand, commandContextOf } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { QrKeys } from '../qr-codes/qr-keys.js';
import { NotifyWitnesses, SignByKey, SignConsignments } from './signing.commands.js';
import { GetSignImages, GetSigning } from './signing.queries.js';

/** Signatures of consignors, at the desktop or on a phone that scanned a key, and messages to witnesses. */
@Controller()
export class SigningController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly keys: QrKeys,
  ) {}

  @HandlesOperation(signConsignments)
  async sign(
    @Input() { ids, signImage }: InputOf<typeof signConsignments>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    const results = await this.commands.execute(new SignConsignments(ids, signImage, caller, context));
    const items = results.map(({ id, revision, state }) => ({
      id,
      revision,
      consignStatus: state.phase === 'absent' ? (80 as const) : state.consignStatus,
    }));
    return withMeta({ items }, { position: results.at(-1)?.position });
  }

  @HandlesOperation(getConsignSignAccessoryList)
  images(@Input() { consignId }: InputOf<typeof getConsignSignAccessoryList>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetSignImages(consignId, caller));
  }

  /** The refusal of a rule is a text with 200 (ADR-010). */
  @HandlesOperation(sendJZSignMessage)
  async notifyWitnesses(
    @Input() { consignInfoId }: InputOf<typeof sendJZSignMessage>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
    @RequestLanguage() language: Language,
  ) {
    try {
      const { revision, position } = await this.commands.execute(new NotifyWitnesses(consignInfoId, caller, context));
      return withMeta(true as const, { revision, position });
    } catch (error) {
      if (error instanceof RuleBroken && kindOfRule(error.code) === 'refused')
        return messageOf(error.code, error.params, language);
      throw error;
    }
  }

  @HandlesOperation(getSigning)
  async openByKey(@Input() { key }: InputOf<typeof getSigning>) {
    const { signing, position } = await this.queries.execute(new GetSigning(key));
    return withMeta(signing, { position });
  }

  /** The caller is the user who created the key. The log names that user. */
  @HandlesOperation(signByKey)
  async signByKey(@Input() { key, version, signImage }: InputOf<typeof signByKey>, @Req() request: ApiRequest) {
    const grant = await this.keys.readGrant(['signList'], key);
    request.caller = grant.holder;
    const context = commandContextOf(request, grant.holder.actor);
    const results = await this.commands.execute(new SignByKey(grant, version, signImage, context));
    return withMeta({ signed: results.length }, { position: results.at(-1)?.position });
  }
}
