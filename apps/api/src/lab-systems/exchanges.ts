import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  LAB_PUSHES,
  LabCallHealth,
  operations,
  type CatalogueCheck,
  type LabExchanges,
  type RefusedPush,
} from '#contract';
import { consignment } from '#domain/consignment';
import type { SampleTreeNode } from '#domain/catalogue';
import { load } from '#domain/event-sourcing';
import { accessKey, labConnectionOf } from '#domain/lab-systems';
import { report } from '#domain/report';
import { dashedId, problem, RuleBroken, sameId, type RuleParams } from '#domain/rules';
import type { Language } from '#domain/text';
import { PUSH_HOURS, type Engines, type RefusedPushRow } from '#engines';
import { testingUnit } from '#domain/units';
import { Scope } from '#events';
import type { ApiRequest, Refusal } from '../http/api-request.js';
import { sentenceOf } from '../http/failure.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { LabSystems } from '../catalogue/lab-system/lab-systems.js';
import { CLOCK, ENGINES, LOGGER, type Clock, type Log } from '../injection-tokens.js';

const HOUR_MS = 3_600_000;
const MAX_FIELDS = 5;

/** Statuses that are not recorded here. Status 429 is counted with the use of the key. */
const NOT_KEPT: readonly number[] = [401, 429];

/**
 * Records the outcome of pushes of laboratories' systems, for the page of their managers. Only authenticated systems
 * are recorded. Of a push, only ids, codes and names of members are stored.
 */
@Injectable()
export class PushRecords {
  private readonly pendingNotes = new Set<Promise<void>>();

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /** Covers every push, also one that is refused before its handler runs. The response does not wait for the record. */
  watch(server: FastifyInstance): void {
    server.addHook('onResponse', (request, reply, done) => {
      this.note(request as ApiRequest, reply.statusCode);
      done();
    });
  }

  /** Waits for the records that this process is still writing. */
  async settle(): Promise<void> {
    await Promise.all(this.pendingNotes);
  }

  private note(request: ApiRequest, status: number): void {
    const { operation, machine, failure } = request;
    if (!machine || !isPush(operation)) return;
    const { labExchanges } = this.engines;
    const at = this.now().toISOString();
    if (status < 300) this.trackNote(labExchanges.recordAcceptedPush(machine.unitId, at));
    else if (failure && status < 500 && !NOT_KEPT.includes(status)) {
      const subjectIds = request.subjectIds ?? idsInBody(request);
      const subject = idIn(failure.params) ?? subjectIds[0] ?? null;
      this.trackNote(
        labExchanges.recordRefusedPush(machine.unitId, {
          operation,
          keyId: machine.keyId,
          status,
          code: failure.code,
          subject,
          others: Math.max(0, subjectIds.length - 1),
          reason: JSON.stringify(reasonOf(operation, failure)),
          at,
        }),
      );
    }
  }

  private trackNote(note: Promise<void>): void {
    const pendingNote = note
      .catch((error: unknown) => this.log.debug({ err: error }, 'a push could not be noted'))
      .finally(() => this.pendingNotes.delete(pendingNote));
    this.pendingNotes.add(pendingNote);
  }
}

type Push = (typeof LAB_PUSHES)[number];
const isPush = (name: string | undefined): name is Push => LAB_PUSHES.some((push) => push === name);

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Parameters with texts of the platform, such as names of actions. */
const NAMES: readonly string[] = ['action', 'reportAction'];
const LEFT_OUT = '…';

const idIn = (params: RuleParams | undefined): string | null => {
  const id = params?.['id'];
  return typeof id === 'string' && GUID.test(id) ? id : null;
};

/** Members of pushes that contain ids, in lower case. */
const ID_MEMBERS = ['consigninfoids', 'consigninfoid', 'datakeys', 'reportid'];

/**
 * The ids in the body of a push that was refused before its handler read it, from the first member that contains any.
 */
const idsInBody = ({ body, formInput, params }: ApiRequest): readonly string[] => {
  const members = new Map(
    [formInput, body, params].flatMap((part) =>
      typeof part === 'object' && part !== null
        ? Object.entries(part).map(([name, value]) => [name.toLowerCase(), value] as const)
        : [],
    ),
  );
  for (const name of ID_MEMBERS) {
    const value: unknown = members.get(name);
    const ids = (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [])
      .map((id: unknown) => (typeof id === 'string' ? dashedId(id.trim()) : ''))
      .filter((id) => GUID.test(id));
    if (ids.length > 0) return [...new Set(ids)];
  }
  return [];
};

const Reason = z.object({ params: z.record(z.string(), z.unknown()), fields: z.array(z.string()) });

/**
 * The parameters and fields from which the sentence is built later. Texts of the laboratory may contain anything, so
 * they are left out.
 */
const reasonOf = (push: Push, { params = {}, issues }: Refusal): z.infer<typeof Reason> => {
  const members = membersOf(push);
  const fields = issues.flatMap(({ path }) => path.split('.').find((part) => members.has(part)) ?? []);
  return { params: withoutTexts(params), fields: [...new Set(fields)].slice(0, MAX_FIELDS) };
};

const withoutTexts = (params: RuleParams): RuleParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value === 'object') return [name, { code: value.code, params: withoutTexts(value.params) }];
      const isAllowed =
        typeof value === 'number' || NAMES.includes(name) || GUID.test(value) || Scope.safeParse(value).success;
      return [name, isAllowed ? value : LEFT_OUT];
    }),
  );

const membersOf = (push: Push): ReadonlySet<string> => {
  const body = operations.find(({ name }) => name === push)?.body;
  return new Set(['file', ...(body instanceof z.ZodObject ? Object.keys(body.shape) : [])]);
};

/** Pushes of a laboratory's system, and its responses to calls of the platform. */
export class GetLabExchanges extends Query<LabExchanges> {
  constructor(
    readonly unitId: string,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(GetLabExchanges)
export class GetLabExchangesHandler implements IQueryHandler<GetLabExchanges> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly records: PushRecords,
  ) {}

  async execute({ unitId, language }: GetLabExchanges): Promise<LabExchanges> {
    await this.records.settle();
    const { labExchanges } = this.engines;
    const now = this.now();
    const [hours, refused, calls] = await Promise.all([
      labExchanges.hours(unitId, now.toISOString()),
      labExchanges.refusedPushes(unitId, now.toISOString()),
      labExchanges.calls(unitId),
    ]);
    const hoursByTime = new Map(hours.map((hour) => [hour.at, hour]));
    const current = Math.floor(now.getTime() / HOUR_MS);
    return {
      system: await this.systemOf(unitId),
      hours: Array.from({ length: PUSH_HOURS }, (_, index) => {
        const at = new Date((current - PUSH_HOURS + 1 + index) * HOUR_MS).toISOString();
        return hoursByTime.get(at) ?? { at, accepted: 0, refused: 0 };
      }),
      refused: await Promise.all(refused.map((row) => this.toRefusedPush(row, unitId, language))),
      calls: calls.map((call) => LabCallHealth.parse(call)),
    };
  }

  private async systemOf(unitId: string): Promise<LabExchanges['system']> {
    const { state } = await load(this.engines.eventStore, testingUnit, unitId);
    const system = state && labConnectionOf(state);
    return system && { address: system.base, code: system.code };
  }

  private async toRefusedPush(row: RefusedPushRow, unitId: string, language: Language): Promise<RefusedPush> {
    const { operation, keyId, subject, reason, ...exchange } = row;
    const { params, fields } = Reason.parse(JSON.parse(reason));
    const subjectDetails = await this.loadSubjectDetails(subject, unitId);
    const key = keyId === null ? null : await load(this.engines.eventStore, accessKey, keyId);
    const sentenceParams = { ...params, ...(params['id'] === undefined ? {} : { id: subjectDetails.consignCode }) };
    return {
      ...exchange,
      push: operation as Push,
      keyName: key?.state?.name ?? null,
      ...subjectDetails,
      reason: sentenceOf(row.code, sentenceParams as RuleParams, language),
      fields,
    };
  }

  /**
   * The consignment and report of a push, if they belong to this laboratory. About others nothing is returned, not even
   * a number.
   */
  private async loadSubjectDetails(
    subject: string | null,
    unitId: string,
  ): Promise<Pick<RefusedPush, 'consignmentId' | 'consignCode' | 'reportNumber'>> {
    const { eventStore } = this.engines;
    const noDetails = { consignmentId: null, consignCode: '', reportNumber: '' };
    if (subject === null) return noDetails;
    const subjectReport = await load(eventStore, report, subject);
    const registered =
      subjectReport.state.phase === 'registered' && sameId(subjectReport.state.testUnitId, unitId)
        ? subjectReport.state
        : null;
    const consignmentId = registered?.consignmentId ?? subject;
    const { state } = await load(eventStore, consignment, consignmentId);
    const isOwn = state.phase !== 'absent' && state.consignCode !== '' && sameId(state.header.testUnitId, unitId);
    return {
      consignmentId: isOwn ? consignmentId : null,
      consignCode: isOwn ? state.consignCode : '',
      reportNumber: registered?.reportNumber ?? '',
    };
  }
}

/** Reads the catalogue of a laboratory's system as for a new sample, to check the connection. */
export class CheckLabCatalogue extends Query<CatalogueCheck> {
  constructor(readonly unitId: string) {
    super();
  }
}

const [RAW_MATERIAL, ON_SITE] = [0, 1];
/** Maximum number of categories in which a sample is searched, so that the check of an empty catalogue ends. */
const MAX_CATEGORIES = 5;

@QueryHandler(CheckLabCatalogue)
export class CheckLabCatalogueHandler implements IQueryHandler<CheckLabCatalogue> {
  constructor(private readonly systems: LabSystems) {}

  /** @throws RuleBroken NO_LAB_SYSTEM; Problem as LabClient.get */
  async execute({ unitId }: CheckLabCatalogue): Promise<CatalogueCheck> {
    const catalogue = await this.systems.currentCatalogueOf(unitId);
    if (!catalogue) throw new RuleBroken(problem('NO_LAB_SYSTEM'));
    const startedAt = performance.now();
    const [qualifications, rawMaterials, onSite] = await Promise.all([
      catalogue.qualifications(),
      catalogue.find(RAW_MATERIAL, {}),
      catalogue.find(ON_SITE, {}),
    ]);
    const sample = await this.firstSample(catalogue, rawMaterials);
    const parameters =
      sample &&
      (await catalogue.parameters(sample.id, {
        categoryId: sample.bigCategoryId,
        scope: RAW_MATERIAL,
        chosenIds: [],
        showsUnoffered: true,
      }));
    return {
      qualifications: qualifications.length,
      rawMaterialCategories: categoriesIn(rawMaterials).length,
      onSiteCategories: categoriesIn(onSite).length,
      sample: sample && { name: sample.name, parameters: parameters?.length ?? 0 },
      ms: Math.round(performance.now() - startedAt),
    };
  }

  private async firstSample(catalogue: Catalogue, nodes: readonly SampleTreeNode[]): Promise<SampleTreeNode | null> {
    const leaf = leafIn(nodes);
    if (leaf) return leaf;
    for (const { id } of lowestIn(nodes).slice(0, MAX_CATEGORIES)) {
      const leafOfCategory = leafIn((await catalogue.samplesOf(id)) ?? []);
      if (leafOfCategory) return leafOfCategory;
    }
    return null;
  }
}

const categoriesIn = (nodes: readonly SampleTreeNode[]): SampleTreeNode[] =>
  nodes.flatMap((node) => (node.category ? [node, ...categoriesIn(node.children)] : []));
const lowestIn = (nodes: readonly SampleTreeNode[]): SampleTreeNode[] =>
  nodes.flatMap((node) => (node.children.length > 0 ? lowestIn(node.children) : [node]));
const leafIn = (nodes: readonly SampleTreeNode[]): SampleTreeNode | null => {
  for (const node of nodes) {
    const leaf = node.category ? leafIn(node.children) : node;
    if (leaf) return leaf;
  }
  return null;
};
