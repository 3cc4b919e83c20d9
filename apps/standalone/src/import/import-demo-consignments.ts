import { z } from 'zod';
import { buildSample, type StandardsById } from '#domain/catalogue';
import {
  consignment,
  newHeader,
  unitSettingsOf,
  type ConsignmentCommand,
  type UnitSettings,
} from '#domain/consignment';
import { handle, load } from '#domain/event-sourcing';
import { consignCodeOf, numberOfHolder, numbering, numberingIdOf } from '#domain/numbering';
import { project } from '#domain/projects';
import { DAY_MS, dayInChina, HOUR_MS, yearInChina } from '#domain/time';
import { deliveryAddressOf, settings } from '#domain/units';
import {
  CatalogueSample,
  CatalogueStandard,
  ConsigningUnit,
  ConsignType,
  TestingUnit,
  userEvents,
  type Actor,
  type ConsignmentHeader,
  type EventStore,
} from '#events';
import { readRows } from './import-reference.js';
import {
  fixedId,
  importContext,
  runImport,
  type ImportEngines,
  type ImportLog,
  type ImportStep,
} from './run-import.js';

const id = z.guid();
const Step = z.enum(['save', 'commit', 'pass', 'reject', 'confirm', 'sign', 'return', 'cancel']);
const DemoConsignment = z.object({
  key: z.string(),
  consignType: ConsignType.default(1),
  client: z.string(),
  lab: z.string(),
  projectId: id,
  daysAgo: z.number(),
  samples: z.array(
    z.object({
      code: z.string(),
      groups: z.number(),
      parameters: z.number(),
      specification: z.string(),
      structure: z.string().optional(),
      part: z.string(),
      leftToLaboratory: z.boolean(),
    }),
  ),
  steps: z.array(Step),
  remark: z.string(),
  /** A contact that is not the user of the unit: names in other scripts, which every screen and print has to show. */
  contact: z.object({ name: z.string(), phone: z.string() }).optional(),
  memo: z.string().default(''),
  mail: z.boolean(),
  witness: z.boolean(),
});
type DemoConsignment = z.infer<typeof DemoConsignment>;

/**
 * Imports consignments in every stage, so that a demo installation has data to work with. They go through the same
 * deciders as those of users.
 */
export const importDemoConsignments = (
  engines: ImportEngines,
  log: ImportLog,
  { now = new Date() } = {},
): Promise<number> => runImport(engines.eventStore, log, 'demo-consignments', () => demoSteps(now), now.toISOString());

const demoSteps = async (now: Date): Promise<ImportStep[]> => {
  const [demoConsignments, samples, standards, labs, clients, users] = await Promise.all([
    readRows('demo/consignments.jsonl', DemoConsignment),
    readRows('reference/samples.jsonl', CatalogueSample.extend({ id })),
    readRows('reference/standards.jsonl', CatalogueStandard.extend({ id })),
    readRows('demo/testing-units.jsonl', TestingUnit.extend({ id })),
    readRows('demo/consigning-units.jsonl', ConsigningUnit.extend({ id })),
    readRows('demo/users.jsonl', userEvents.UserRegistered.schema.extend({ id })),
  ]);
  const samplesByCode = new Map(samples.map((sample) => [sample.sampleCode, sample]));
  const standardsById: StandardsById = new Map(standards.map((standard) => [standard.id, standard]));
  const actorOf = (unitId: string): { actor: Actor; name: string; phone: string } => {
    const user = users.find((candidate) => candidate.unitId === unitId);
    if (!user) throw new Error(`The demo data has no user of unit ${unitId}.`);
    return {
      actor: { userId: user.id, role: user.roles[0] ?? '', unitId },
      name: user.profile.name,
      phone: user.profile.phone,
    };
  };
  /** One after another, so that numbers are assigned in the order of submission. */
  const importAll: ImportStep = async (store) => {
    for (const demo of demoConsignments) {
      const lab = labs.find(({ unitNo }) => unitNo === demo.lab);
      const client = clients.find(({ unitNo }) => unitNo === demo.client);
      if (!lab || !client) throw new Error(`${demo.key} names a unit that the demo data does not have.`);
      const start = now.getTime() - demo.daysAgo * DAY_MS;
      await importConsignment(store, demo, {
        lab,
        client: actorOf(client.id),
        clientName: client.name,
        clientAddress: client.detailAddress,
        auditor: actorOf(lab.id).actor,
        start,
        now: now.getTime(),
        samplesByCode,
        standardsById,
      });
    }
  };
  return [importAll];
};

type DemoContext = {
  lab: TestingUnit & { id: string };
  client: { actor: Actor; name: string; phone: string };
  clientName: string;
  clientAddress: string;
  auditor: Actor;
  /** In milliseconds, like `now`. */
  start: number;
  now: number;
  samplesByCode: ReadonlyMap<string, CatalogueSample & { id: string }>;
  standardsById: StandardsById;
};

const importConsignment = async (store: EventStore, demo: DemoConsignment, context: DemoContext): Promise<void> => {
  const consignmentId = fixedId(demo.key);
  const { state: settingsState } = await load(store, settings, context.lab.id);
  const unitSettings = unitSettingsOf(settingsState.params);
  const header = await buildHeader(store, demo, context);
  // Longest time of a step, so that the last one is before now.
  const maxStepMs = (context.now - context.start) / (demo.samples.length + demo.steps.length + 2);
  let clock = context.start;
  const act = async (step: string, command: ConsignmentCommand) => {
    const at = new Date(clock).toISOString();
    clock += Math.min(
      delayBefore(demo.key, demo.steps[demo.steps.findIndex((candidate) => candidate === step) + 1]),
      maxStepMs,
    );
    await handle(store, consignment, consignmentId, 'at' in command ? { ...command, at } : command, {
      ...importContext(`${demo.key}/${step}`, at),
      by: command.by,
    });
  };
  const by = context.client.actor;
  await act('create', {
    type: 'CreateConsignment',
    by,
    at: '',
    consignType: demo.consignType,
    consignUnitName: context.clientName,
    defaults: header,
  });
  for (const [index, demoSample] of demo.samples.entries()) {
    const catalogue = context.samplesByCode.get(demoSample.code);
    if (!catalogue) throw new Error(`${demo.key} names sample ${demoSample.code}, which the catalogue does not have.`);
    const parameters = catalogue.parameters
      .filter((parameter) => !parameter.deleted)
      .toSorted((a, b) => b.orderNum - a.orderNum)
      .slice(0, demoSample.parameters);
    const sample = buildSample({
      id: fixedId(`${demo.key}/sample/${index}`),
      consignType: demo.consignType,
      catalogue,
      standardsById: context.standardsById,
      request: {
        testGroupCount: demoSample.groups,
        ...(demoSample.structure === undefined
          ? { specificationType: demoSample.specification, projectOrPurpose: demoSample.part }
          : { testUnitSampleName: demoSample.structure, testPart: demoSample.part }),
        isTestUnitConfirmTestParam: demoSample.leftToLaboratory,
        testReason: demoSample.leftToLaboratory ? '进场检验' : '',
        tuSampleParamIds: parameters.map((parameter) => ({
          tuTestParamId: parameter.id,
          tuTestParamCount: 1,
          buSampleParamUseBaseStandard: defaultStandards(parameter),
        })),
      },
    });
    await act(`sample-${index}`, { type: 'AddSample', by, sample, settings: unitSettings });
  }
  for (const step of demo.steps)
    await act(step, await commandOf(step, store, demo, context, consignmentId, header, unitSettings));
};

/** Usual time before a step, in hours. Steps that are not listed follow within the hour. */
const USUAL_HOURS: Partial<Record<z.infer<typeof Step>, number>> = {
  pass: 5,
  reject: 7,
  confirm: 22,
  sign: 4,
  return: 26,
  cancel: 9,
};

/**
 * Time before a step, in milliseconds: some consignments are faster than usual, some slower, but the same in every import.
 */
const delayBefore = (key: string, next: z.infer<typeof Step> | undefined): number => {
  const speed = 0.3 + ((Number(key.replaceAll(/\D/g, '')) * 7) % 19) / 9;
  return next === undefined || USUAL_HOURS[next] === undefined ? 0.4 * HOUR_MS : USUAL_HOURS[next] * speed * HOUR_MS;
};

const commandOf = async (
  step: z.infer<typeof Step>,
  store: EventStore,
  demo: DemoConsignment,
  context: DemoContext,
  consignmentId: string,
  header: ConsignmentHeader,
  unitSettings: UnitSettings,
): Promise<ConsignmentCommand> => {
  const client = context.client.actor;
  const lab = context.auditor;
  const signatureIds = {
    consignor: fixedId(`${demo.key}/sign/1`),
    owner: fixedId(`${demo.key}/sign/2`),
    supervision: fixedId(`${demo.key}/sign/3`),
    witnessId: (signType: 2 | 3, index: number) => fixedId(`${demo.key}/sign/${signType}/${index}`),
  };
  switch (step) {
    case 'save':
      return { type: 'SaveHeader', by: client, header, settings: unitSettings };
    case 'commit':
      return {
        type: 'Submit',
        by: client,
        at: '',
        description: '请审核',
        consignCode: await assignConsignCode(store, consignmentId, context),
        settings: unitSettings,
        signatureIds,
      };
    case 'pass':
      return { type: 'PassAudit', by: lab, remark: '资料齐全', limsConsignId: consignmentId };
    case 'reject':
      return { type: 'RejectAudit', by: lab, remark: demo.remark };
    case 'confirm':
      return {
        type: 'ConfirmSample',
        by: lab,
        remark: '样品完好',
        limsConsignId: consignmentId,
        settings: unitSettings,
      };
    case 'sign':
      return {
        type: 'EnterLaterStage',
        by: lab,
        toStatus: 80,
        description: '请签名确认',
        actFee: null,
        settings: unitSettings,
        signatureIds,
      };
    case 'return':
      return { type: 'ReturnSample', by: lab, remark: demo.remark, settings: unitSettings };
    case 'cancel':
      return { type: 'Cancel', by: client, description: demo.remark };
  }
};

const assignConsignCode = async (
  store: EventStore,
  consignmentId: string,
  { lab, start }: DemoContext,
): Promise<string> => {
  const year = yearInChina(new Date(start));
  const at = new Date(start).toISOString();
  const { state } = await handle(
    store,
    numbering,
    numberingIdOf(lab.id, year),
    { type: 'TakeNumbers', takenFor: [consignmentId] },
    importContext(`number/${consignmentId}`, at),
  );
  return consignCodeOf(lab.unitNo, year, numberOfHolder(state, consignmentId) ?? 0);
};

const buildHeader = async (
  store: EventStore,
  demo: DemoConsignment,
  { lab, client, clientAddress, start }: DemoContext,
): Promise<ConsignmentHeader> => {
  const { state: projectState } = await load(store, project, demo.projectId);
  const qualification = lab.qualifications[0];
  const address = lab.addresses.find(({ isMain }) => isMain) ?? lab.addresses[0];
  return newHeader({
    testUnitId: lab.id,
    testUnitName: lab.testUnitName,
    testUnitAddressId: address?.id ?? null,
    testUnitAddressDetail: address ? deliveryAddressOf(address) : '',
    consignUnitAddress: clientAddress,
    projectId: demo.projectId,
    projectName: projectState?.projectName ?? '',
    contractSectName: projectState?.contractSectName ?? '',
    tuqualificationId: qualification?.id ?? null,
    tuqualificationName: qualification?.name ?? '',
    contact: demo.contact ?? { name: client.name, phone: client.phone },
    memo: demo.memo,
    constructionUnit: projectState?.constructionUnit ?? '',
    constructionJzunit: projectState?.constructionJzunit ?? '',
    jzunit: projectState?.jzunit ?? '',
    consginTestType: '委托检测',
    expectTestTime: demo.consignType === 1 ? null : appointmentAfter(start),
    ...(demo.mail ? { sendSampleType: 2 as const, mailOrderNumber: `SF16095521${demo.key.slice(-2)}34` } : {}),
    ...(demo.witness
      ? { needWitnessUnit: true, supervisionWitnesses: [{ name: '孙立', cardNo: 'JZ2023-0451', phone: '13800000007' }] }
      : {}),
  });
};

/** Nine o'clock in China, a week later. */
export const appointmentAfter = (start: number): string => `${dayInChina(new Date(start + 7 * DAY_MS))}T09:00`;

const useTypeOf = (useType: string): '' | '1' | '2' | '3' =>
  useType === '1' || useType === '2' || useType === '3' ? useType : '';

/** The standards that the form preselects for a parameter. */
export const defaultStandards = (parameter: CatalogueSample['parameters'][number]) =>
  [...parameter.basis, ...parameter.standards]
    .filter(
      (standard, index, all) =>
        standard.isDefault && all.findIndex((candidate) => candidate.standardId === standard.standardId) === index,
    )
    .map((standard) => ({ baBaseStandardId: standard.standardId, useType: useTypeOf(standard.useType) }));
