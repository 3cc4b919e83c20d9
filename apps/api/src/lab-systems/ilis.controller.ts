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
  EXPRESS_DATA_TYPE,
} from '#contract';
import { BILL_EXTENSIONS } from '#domain/consignment';
import type { CommandContext } from '#domain/event-sourcing';
import { REPORT_EXTENSIONS } from '#domain/files';
import { personalRead } from '#domain/personal-data';
import type { Language } from '#domain/text';
import { SYSTEM_ACTOR } from '#domain/users';
import { fingerprinter, type Engines } from '#engines';
import { PersonOfConsignment } from '#events';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../commands/decisions.js';
import { billAddress, consignmentView } from '../consignments/consignment-view.js';
import type { ReadableConsignment } from '../consignments/consignment-access.js';
import { GetConsignmentLog } from '../consignments/reading.queries.js';
import { FileStore } from '../files/file-store.js';
import { FileLinks } from '../files/file-tickets.js';
import {
  UploadInput,
  UploadOrJsonInput,
  type UploadInputOf,
  type UploadOrJsonInputOf,
  type UploadedContent,
} from '../http/upload-input.js';
import { personFingerprint, personsOfRevision } from '../history/persons.js';
import { CurrentUser, RequestLanguage, type ApiRequest } from '../http/api-request.js';
import { CurrentCommand, commandContextOf } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import {
  requireOwnConsignment,
  PushBill,
  PushExpress,
  PushReport,
  PushReportFile,
  PushStatus,
  type PushedBill,
} from './ilis.commands.js';
import { ListForLabSystem } from './ilis.queries.js';
import { PushAuthentication, type PushTargets } from './lab-callers.js';
import { requireUnit } from './unit-systems.js';

/** Operations that the specification defines for a laboratory's own system (002 ILIS-001 to ILIS-007). */
@Controller()
export class IlisController {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly authentication: PushAuthentication,
    private readonly decisions: Decisions,
    private readonly links: FileLinks,
    private readonly files: FileStore,
  ) {}

  @HandlesOperation(getBuConsignInfoList)
  list(@Input() filters: InputOf<typeof getBuConsignInfoList>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListForLabSystem(requireUnit(caller).unitId, filters));
  }

  @HandlesOperation(getConsignInfoDetail)
  async detail(
    @Input() { id }: InputOf<typeof getConsignInfoDetail>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
    @Req() request: ApiRequest,
  ) {
    const consignment = await requireOwnConsignment(this.engines, id, caller);
    await this.recordReading(consignment, caller, commandContextOf(request, caller.actor));
    const bill = await billAddress(this.links, consignment, caller);
    const view = await consignmentView(this.engines.eventStore, consignment, caller, language, bill);
    const storedAttachments = consignment.state.phase === 'open' ? consignment.state.attachments : [];
    const attachments = await Promise.all(
      storedAttachments.map(async ({ id: fileId, name, size, mediaType, hash, accessoryType, sampleId }) => ({
        id: fileId,
        name,
        size,
        accessoryType,
        sampleId: sampleId ?? null,
        url: await this.links.linkTo({ hash, name, mediaType }, caller),
      })),
    );
    return withMeta({ ...view, attachments }, { revision: consignment.revision, position: consignment.position });
  }

  @HandlesOperation(getConsignLogOfLab)
  async log(
    @Input() { consignId }: InputOf<typeof getConsignLogOfLab>,
    @CurrentUser() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    await requireOwnConsignment(this.engines, consignId, caller);
    return this.queries.execute(new GetConsignmentLog(consignId, caller, language));
  }

  @HandlesOperation(pushConsignStatus)
  async status(@Input() input: InputOf<typeof pushConsignStatus>, @Req() request: ApiRequest) {
    const { authCode, consignInfoIDs, ...step } = input;
    const [caller, context] = await this.authenticatePush(request, authCode, { consignmentIds: consignInfoIDs }, input);
    const items = await this.commands.execute(new PushStatus(consignInfoIDs, step, caller, context));
    return { items };
  }

  @HandlesOperation(pushConsignBillGenStatus)
  async bill(
    @UploadOrJsonInput() { file, ...input }: UploadOrJsonInputOf<typeof pushConsignBillGenStatus>,
    @Req() request: ApiRequest,
  ) {
    const { consignInfoID, isConsignBillGened, consignBillFile } = input;
    if (!file && consignBillFile === undefined)
      throw Problem.invalid([{ path: 'consignBillFile', message: 'expected the address of the bill, or a file' }]);
    const header = request.headers['auth-code'];
    const authCode = typeof header === 'string' ? header : undefined;
    const hashedInput = file ? { ...input, file: createHash('sha256').update(file.content).digest('hex') } : input;
    const [caller, context] = await this.authenticatePush(
      request,
      authCode,
      { consignmentIds: [consignInfoID] },
      hashedInput,
    );
    await requireOwnConsignment(this.engines, consignInfoID, caller);
    if (!isConsignBillGened) return true as const;
    const bill = file ? await this.storeBill(file) : { billFile: consignBillFile ?? '', billHash: null };
    await this.commands.execute(new PushBill(consignInfoID, bill, caller, context));
    return true as const;
  }

  @HandlesOperation(pushExpressInfo)
  async express(@Input() input: InputOf<typeof pushExpressInfo>, @Req() request: ApiRequest) {
    const { authCode, dataType, dataKeys, expressNos, expressBusiness } = input;
    const targets = dataType === EXPRESS_DATA_TYPE.consignment ? { consignmentIds: dataKeys } : { reportIds: dataKeys };
    const [caller, context] = await this.authenticatePush(request, authCode, targets, input);
    const numbers = expressNos.map((number) => `${expressBusiness} ${number}`.trim());
    await this.commands.execute(new PushExpress(dataType, dataKeys, numbers, caller, context));
    return true as const;
  }

  @HandlesOperation(pushReportInfo)
  async report(@Input() input: InputOf<typeof pushReportInfo>, @Req() request: ApiRequest) {
    const { authCode, consignInfoID, reportID, reportNumber, reportStatus, expressNumber } = input;
    const [caller, context] = await this.authenticatePush(
      request,
      authCode,
      { consignmentIds: [consignInfoID] },
      input,
    );
    const report = { consignmentId: consignInfoID, reportId: reportID, reportNumber, reportStatus, expressNumber };
    return this.commands.execute(new PushReport(report, caller, context));
  }

  @HandlesOperation(uploadLabReport)
  async reportFile(
    @UploadInput() { reportID, file }: UploadInputOf<typeof uploadLabReport>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
    @Req() request: ApiRequest,
  ) {
    request.subjectIds = [reportID];
    const stored = await this.files.store(file, REPORT_EXTENSIONS);
    return this.commands.execute(new PushReportFile(reportID, stored, caller, context));
  }

  private async storeBill(file: UploadedContent): Promise<PushedBill> {
    const { name, hash } = await this.files.store(file, BILL_EXTENSIONS);
    return { billFile: name, billHash: hash };
  }

  /**
   * The caller and the command context of a push. Without an Idempotency-Key, the command id follows from the unit, the
   * operation and the body, so that a repeated push is the same command.
   */
  private async authenticatePush(
    request: ApiRequest,
    authCode: string | undefined,
    targets: PushTargets,
    input: object,
  ): Promise<[Caller, CommandContext]> {
    const caller = await this.authentication.authenticate(
      request,
      authCode,
      targets,
      commandContextOf(request, SYSTEM_ACTOR),
    );
    const context = commandContextOf(request, caller.actor);
    if (request.headers['idempotency-key']) return [caller, context];
    const { unitId } = requireUnit(caller);
    const body = { ...input, authCode: undefined };
    return [caller, { ...context, commandId: v5(canonicalize([request.operation, body]) ?? '', unitId) }];
  }

  /** A key shows personal data to its holder, so each such read is recorded. */
  private async recordReading(
    { id, state, revision }: ReadableConsignment,
    caller: Caller,
    context: CommandContext,
  ): Promise<void> {
    if (!caller.key || state.phase !== 'open') return;
    const persons = personsOfRevision({ after: state }, PersonOfConsignment.options);
    if (persons.length === 0) return;
    const toFingerprint = await fingerprinter(this.engines.vault);
    const read = {
      consignmentId: id,
      consignCode: state.consignCode,
      revision,
      persons: persons.map((person) => ({ part: person.part, person: personFingerprint(toFingerprint, person) })),
      reason: `实验室系统 (${caller.key.name})`,
    };
    await this.decisions.decide(personalRead, id, { type: 'ReadPersonalData', read }, context);
  }
}
