import { Controller, Inject } from '@nestjs/common';
import { getCreatePreSiteConsign, type ConsignmentView } from '#contract';
import { load, testingUnit, type CommandContext, type Language } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { FileLinks } from '../files/file-tickets.js';
import { answer, type Answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES, LOG, type Log } from '../provided.js';
import { billAddress } from './bill-address.js';
import { consignmentView } from './consignment-view.js';
import { findConsignment } from './find-consignment.js';
import { preSiteOtherInfoOf } from './pre-site-other-info.js';
import { startConsignment } from './start-consignment.js';
import { StartingDefaults } from './starting-defaults.js';

type Asked = InputOf<typeof getCreatePreSiteConsign>;

/** Reads an appointment; without an id it starts one: so the specification names it, whatever GET means elsewhere. */
@Controller()
export class GetAppointment {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(LOG) private readonly log: Log,
    private readonly starting: StartingDefaults,
    private readonly decisions: Decisions,
    private readonly links: FileLinks,
  ) {}

  @Handles(getCreatePreSiteConsign)
  async handle(
    @Input() { id, ...asked }: Asked,
    @By() caller: Caller,
    @Command() context: CommandContext,
    @In() language: Language,
  ) {
    const { result, facts } =
      id === undefined
        ? await startConsignment(
            this.engines,
            this.decisions,
            asked,
            caller,
            context,
            language,
            this.starting,
            this.log,
          )
        : await this.read(id, caller, language);
    const unit =
      result.testUnitId === null ? null : (await load(this.engines.eventStore, testingUnit, result.testUnitId)).state;
    return answer({ ...result, preSiteOtherInfo: preSiteOtherInfoOf(unit) }, facts);
  }

  private async read(id: string, caller: Caller, language: Language): Promise<Answer<ConsignmentView>> {
    const { eventStore } = this.engines;
    const found = await findConsignment(eventStore, id, caller);
    const bill = await billAddress(this.links, found, caller);
    return answer(await consignmentView(eventStore, found, caller, language, bill), {
      revision: found.revision,
      position: found.position,
    });
  }
}
