import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  changeTestingUnit,
  copyConsignInfo,
  createRawMateriaConsingInfo,
  getCreatePreSiteConsign,
  saveConsignInfo,
  updatePreSiteConsign,
} from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Language } from '#domain/text';
import type { Caller } from '../auth/caller.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser, RequestLanguage } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { appointmentChoices, type ViewedConsignment } from './consignment-view.js';
import { ChangeTestingUnit, CopyConsignment, CreateConsignment, SaveConsignment } from './editing.commands.js';
import type { SaveConsignmentRequest } from './header-input.js';
import { GetConsignment, GetUnitChoices } from './reading.queries.js';

/** Creating, saving and copying consignments. Each call returns the whole consignment after the change. */
@Controller()
export class EditingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(createRawMateriaConsingInfo)
  async create(
    @Input() { consignType, reuse }: InputOf<typeof createRawMateriaConsingInfo>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
    @RequestLanguage() language: Language,
  ) {
    return toResponse(
      await this.commands.execute(new CreateConsignment(consignType, reuse, caller, context, language)),
    );
  }

  /** Reads an appointment, or starts one if there is no id. The specification makes this call a GET. */
  @HandlesOperation(getCreatePreSiteConsign)
  async appointment(
    @Input() { id, consignType, reuse }: InputOf<typeof getCreatePreSiteConsign>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
    @RequestLanguage() language: Language,
  ) {
    const { view, revision, position } =
      id === undefined
        ? await this.commands.execute(new CreateConsignment(consignType, reuse, caller, context, language))
        : await this.queries.execute(new GetConsignment(id, caller, language));
    const unit = view.testUnitId === null ? null : await this.queries.execute(new GetUnitChoices(view.testUnitId));
    return withMeta({ ...view, preSiteOtherInfo: appointmentChoices(unit) }, { revision, position });
  }

  @HandlesOperation(saveConsignInfo)
  async save(
    @Input() request: SaveConsignmentRequest,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
    @RequestLanguage() language: Language,
  ) {
    return toResponse(await this.commands.execute(new SaveConsignment(request, caller, context, language)));
  }

  @HandlesOperation(updatePreSiteConsign)
  async saveAppointment(
    @Input() request: InputOf<typeof updatePreSiteConsign>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
    @RequestLanguage() language: Language,
  ) {
    return toResponse(await this.commands.execute(new SaveConsignment(request, caller, context, language)));
  }

  @HandlesOperation(changeTestingUnit)
  async changeTestingUnit(
    @Input() { id, testUnitId }: InputOf<typeof changeTestingUnit>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
    @RequestLanguage() language: Language,
  ) {
    return toResponse(await this.commands.execute(new ChangeTestingUnit(id, testUnitId, caller, context, language)));
  }

  @HandlesOperation(copyConsignInfo)
  async copy(
    @Input() { id }: InputOf<typeof copyConsignInfo>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
    @RequestLanguage() language: Language,
  ) {
    const { view, leftOut, revision, position } = await this.commands.execute(
      new CopyConsignment(id, caller, context, language),
    );
    return withMeta(leftOut.length === 0 ? view : { ...view, leftOut }, { revision, position });
  }
}

const toResponse = ({ view, revision, position }: ViewedConsignment) => withMeta(view, { revision, position });
