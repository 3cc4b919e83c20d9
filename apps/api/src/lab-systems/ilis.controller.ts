import { createHash } from 'node:crypto';
import { Controller, Inject, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import canonicalize from 'canonicalize';
import { v5 } from 'uuid';
import {
  getBuConsignInfoList,
  getConsignInfoDetail,
  getConsignLogOfLab,
  pushConsignBillGenStatus,
  pushConsignStatus,
  pushExpressInfo,
  pushReportInfo,
  uploadLabReport,
} from '#contract';
import {
  BILL_EXTENSIONS,
  personalRead,
  REPORT_EXTENSIONS,
  SYSTEM_ACTOR,
  type CommandContext,
  type Language,
} from '#domain';
import { fingerprinter, type Engines } from '#engines';
import { PersonOfConsignment } from '#events';
import type { Caller } from '../auth/caller.js';
import { billAddress, consignmentView } from '../consignments/consignment-view.js';
import type { Found } from '../consignments/find-consignment.js';
import { GetConsignmentLog } from '../consignments/reading.queries.js';
import { Decisions } from '../decisions/decisions.js';
import { FileLinks } from '../files/file-tickets.js';
import { FileStore } from '../files/file-store.js';
import {
  Received,
  ReceivedOrInput,
  type ReceivedOf,
  type ReceivedOrInputOf,
  type SentFile,
} from '../files/received.js';
import { fingerprintOf, personsIn } from '../history/persons.js';
import { answer } from '../http/answer.js';
import { By, In, type ApiRequest } from '../http/api-request.js';
import { Command, contextOf } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import {
  ownConsignment,
  PushBill,
  PushExpress,
  PushReport,
  PushReportFile,
  PushStatus,
  type PushedBill,
} from './ilis.commands.js';
import { ListForLabSystem } from './ilis.queries.js';
import { LabCallers, type Named } from './lab-callers.js';
import { unitOfCaller } from './unit-systems.js';

/** The specification's calls of a laboratory's own system (002 ILIS-001 to ILIS-007). */
@Controller()
export class IlisController {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly callers: LabCallers,
    private readonly decisions: Decisions,
    private readonly links: FileLinks,
    private readonly files: FileStore,
  ) {}

  @Handles(getBuConsignInfoList)
  list(@Input() filters: InputOf<typeof getBuConsignInfoList>, @By() caller: Caller) {
    return this.queries.execute(new ListForLabSystem(unitOfCaller(caller).unitId, filters));
  }

  @Handles(getConsignInfoDetail)
  async detail(
    @Input() { id }: InputOf<typeof getConsignInfoDetail>,
    @By() caller: Caller,
    @In() language: Language,
    @Req() request: ApiRequest,
  ) {
    const found = await ownConsignment(this.engines, id, caller);
    await this.recordReading(found, caller, contextOf(request, caller.actor));
    const bill = await billAddress(this.links, found, caller);
    const view = await consignmentView(this.engines.eventStore, found, caller, language, bill);
    const attached = found.state.phase === 'open' ? found.state.attachments : [];
    const attachments = await Promise.all(
      attached.map(async ({ id: fileId, name, size, mediaType, hash, accessoryType, sampleId }) => ({
        id: fileId,
        name,
        size,
        accessoryType,
        sampleId: sampleId ?? null,
        url: await this.links.linkTo({ hash, name, mediaType }, caller),
      })),
    );
    return answer({ ...view, attachments }, { revision: found.revision, position: found.position });
  }

  @Handles(getConsignLogOfLab)
  async log(
    @Input() { consignId }: InputOf<typeof getConsignLogOfLab>,
    @By() caller: Caller,
    @In() language: Language,
  ) {
    await ownConsignment(this.engines, consignId, caller);
    return this.queries.execute(new GetConsignmentLog(consignId, caller, language));
  }

  @Handles(pushConsignStatus)
  async status(@Input() input: InputOf<typeof pushConsignStatus>, @Req() request: ApiRequest) {
    const { authCode, consignInfoIDs, ...step } = input;
    const [caller, context] = await this.pushed(request, authCode, { consignmentIds: consignInfoIDs }, input);
    const items = await this.commands.execute(new PushStatus(consignInfoIDs, step, caller, context));
    return { items };
  }

  @Handles(pushConsignBillGenStatus)
  async bill(
    @ReceivedOrInput() { file, ...input }: ReceivedOrInputOf<typeof pushConsignBillGenStatus>,
    @Req() request: ApiRequest,
  ) {
    const { consignInfoID, isConsignBillGened, consignBillFile } = input;
    if (!file && consignBillFile === undefined)
      throw Problem.invalid([{ path: 'consignBillFile', message: 'expected the address of the bill, or a file' }]);
    const header = request.headers['auth-code'];
    const authCode = typeof header === 'string' ? header : undefined;
    const sent = file ? { ...input, file: createHash('sha256').update(file.content).digest('hex') } : input;
    const [caller, context] = await this.pushed(request, authCode, { consignmentIds: [consignInfoID] }, sent);
    await ownConsignment(this.engines, consignInfoID, caller);
    if (!isConsignBillGened) return true as const;
    const bill = file ? await this.storedBill(file) : { billFile: consignBillFile ?? '', billHash: null };
    await this.commands.execute(new PushBill(consignInfoID, bill, caller, context));
    return true as const;
  }

  @Handles(pushExpressInfo)
  async express(@Input() input: InputOf<typeof pushExpressInfo>, @Req() request: ApiRequest) {
    const { authCode, dataType, dataKeys, expressNos, expressBusiness } = input;
    const named = dataType === 1 ? { consignmentIds: dataKeys } : { reportIds: dataKeys };
    const [caller, context] = await this.pushed(request, authCode, named, input);
    const numbers = expressNos.map((number) => `${expressBusiness} ${number}`.trim());
    await this.commands.execute(new PushExpress(dataType, dataKeys, numbers, caller, context));
    return true as const;
  }

  @Handles(pushReportInfo)
  async report(@Input() input: InputOf<typeof pushReportInfo>, @Req() request: ApiRequest) {
    const { authCode, consignInfoID, reportID, reportNumber, reportStatus, expressNumber } = input;
    const [caller, context] = await this.pushed(request, authCode, { consignmentIds: [consignInfoID] }, input);
    const report = { consignmentId: consignInfoID, reportId: reportID, reportNumber, reportStatus, expressNumber };
    return this.commands.execute(new PushReport(report, caller, context));
  }

  @Handles(uploadLabReport)
  async reportFile(
    @Received() { reportID, file }: ReceivedOf<typeof uploadLabReport>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const stored = await this.files.store(file, REPORT_EXTENSIONS);
    return this.commands.execute(new PushReportFile(reportID, stored, caller, context));
  }

  private async storedBill(file: SentFile): Promise<PushedBill> {
    const { name, hash } = await this.files.store(file, BILL_EXTENSIONS);
    return { billFile: name, billHash: hash };
  }

  /** Who pushes, and the push as a command: the same body of a unit again is the same command, unless an Idempotency-Key says otherwise. */
  private async pushed(
    request: ApiRequest,
    authCode: string | undefined,
    named: Named,
    input: object,
  ): Promise<[Caller, CommandContext]> {
    const caller = await this.callers.of(request, authCode, named, contextOf(request, SYSTEM_ACTOR));
    const context = contextOf(request, caller.actor);
    if (request.headers['idempotency-key']) return [caller, context];
    const { unitId } = unitOfCaller(caller);
    const body = { ...input, authCode: undefined };
    return [caller, { ...context, commandId: v5(canonicalize([request.operation, body]) ?? '', unitId) }];
  }

  /** A key shows persons to whoever holds it: each reading is one in the record of readings. */
  private async recordReading({ id, state, revision }: Found, caller: Caller, context: CommandContext): Promise<void> {
    if (!caller.key || state.phase !== 'open') return;
    const persons = personsIn({ after: state }, PersonOfConsignment.options);
    if (persons.length === 0) return;
    const made = await fingerprinter(this.engines.vault);
    const read = {
      consignmentId: id,
      consignCode: state.consignCode,
      revision,
      persons: persons.map((person) => ({ part: person.part, person: fingerprintOf(made, person) })),
      reason: `实验室系统 (${caller.key.name})`,
    };
    await this.decisions.decide(personalRead, id, { type: 'ReadPersonalData', read }, context);
  }
}
