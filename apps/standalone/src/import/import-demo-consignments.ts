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
const Scene = z.object({
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
type Scene = z.infer<typeof Scene>;

/**
 * Imports consignments in every stage, so that a demo installation has data to work with. They go through the same
 * deciders as those of users.
 */
export const importDemoConsignments = (
  engines: ImportEngines,
  log: ImportLog,
  { now = new Date() } = {},
): Promise<number> => runImport(engines.eventStore, log, 'demo-consignments', () => scenesOf(now), now.toISOString());

const scenesOf = async (now: Date): Promise<ImportStep[]> => {
  const [scenes, samples, standards, labs, clients, users] = await Promise.all([
    readRows('demo/consignments.jsonl', Scene),
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
  const all: ImportStep = async (store) => {
    for (const scene of scenes) {
      const lab = labs.find(({ unitNo }) => unitNo === scene.lab);
      const client = clients.find(({ unitNo }) => unitNo === scene.client);
      if (!lab || !client) throw new Error(`${scene.key} names a unit that the demo data does not have.`);
      const start = now.getTime() - scene.daysAgo * DAY_MS;
      await play(store, scene, {
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
  return [all];
};

type Cast = {
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

const play = async (store: EventStore, scene: Scene, cast: Cast): Promise<void> => {
  const consignmentId = fixedId(scene.key);
  const { state: unitSettings } = await load(store, settings, cast.lab.id);
  const rules = unitSettingsOf(unitSettings.params);
  const header = await headerOf(store, scene, cast);
  // Longest time of a step, so that the last one is before now.
  const longestMs = (cast.now - cast.start) / (scene.samples.length + scene.steps.length + 2);
  let clock = cast.start;
  const act = async (step: string, command: ConsignmentCommand) => {
    const at = new Date(clock).toISOString();
    clock += Math.min(paceOf(scene.key, scene.steps[scene.steps.findIndex((other) => other === step) + 1]), longestMs);
    await handle(store, consignment, consignmentId, 'at' in command ? { ...command, at } : command, {
      ...importContext(`${scene.key}/${step}`, at),
      by: command.by,
    });
  };
  const by = cast.client.actor;
  await act('create', {
    type: 'CreateConsignment',
    by,
    at: '',
    consignType: scene.consignType,
    consignUnitName: cast.clientName,
    defaults: header,
  });
  for (const [index, sceneSample] of scene.samples.entries()) {
    const catalogue = cast.samplesByCode.get(sceneSample.code);
    if (!catalogue)
      throw new Error(`${scene.key} names sample ${sceneSample.code}, which the catalogue does not have.`);
    const offered = catalogue.parameters
      .filter((parameter) => !parameter.deleted)
      .toSorted((a, b) => b.orderNum - a.orderNum)
      .slice(0, sceneSample.parameters);
    const sample = buildSample({
      id: fixedId(`${scene.key}/sample/${index}`),
      consignType: scene.consignType,
      catalogue,
      standardsById: cast.standardsById,
      request: {
        testGroupCount: sceneSample.groups,
        ...(sceneSample.structure === undefined
          ? { specificationType: sceneSample.specification, projectOrPurpose: sceneSample.part }
          : { testUnitSampleName: sceneSample.structure, testPart: sceneSample.part }),
        isTestUnitConfirmTestParam: sceneSample.leftToLaboratory,
        testReason: sceneSample.leftToLaboratory ? '进场检验' : '',
        tuSampleParamIds: offered.map((parameter) => ({
          tuTestParamId: parameter.id,
          tuTestParamCount: 1,
          buSampleParamUseBaseStandard: defaultStandards(parameter),
        })),
      },
    });
    await act(`sample-${index}`, { type: 'AddSample', by, sample, settings: rules });
  }
  for (const step of scene.steps)
    await act(step, await commandOf(step, store, scene, cast, consignmentId, header, rules));
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
 * Time before a step, in milliseconds: some scenes are faster than usual, some slower, but the same in every import.
 */
const paceOf = (key: string, next: z.infer<typeof Step> | undefined): number => {
  const speed = 0.3 + ((Number(key.replaceAll(/\D/g, '')) * 7) % 19) / 9;
  return next === undefined || USUAL_HOURS[next] === undefined ? 0.4 * HOUR_MS : USUAL_HOURS[next] * speed * HOUR_MS;
};

const commandOf = async (
  step: z.infer<typeof Step>,
  store: EventStore,
  scene: Scene,
  cast: Cast,
  consignmentId: string,
  header: ConsignmentHeader,
  rules: UnitSettings,
): Promise<ConsignmentCommand> => {
  const client = cast.client.actor;
  const lab = cast.auditor;
  const signatureIds = {
    consignor: fixedId(`${scene.key}/sign/1`),
    owner: fixedId(`${scene.key}/sign/2`),
    supervision: fixedId(`${scene.key}/sign/3`),
    witnessId: (signType: 2 | 3, place: number) => fixedId(`${scene.key}/sign/${signType}/${place}`),
  };
  switch (step) {
    case 'save':
      return { type: 'SaveHeader', by: client, header, settings: rules };
    case 'commit':
      return {
        type: 'Submit',
        by: client,
        at: '',
        description: '请审核',
        consignCode: await codeFor(store, consignmentId, cast),
        settings: rules,
        signatureIds,
      };
    case 'pass':
      return { type: 'PassAudit', by: lab, remark: '资料齐全', limsConsignId: consignmentId };
    case 'reject':
      return { type: 'RejectAudit', by: lab, remark: scene.remark };
    case 'confirm':
      return { type: 'ConfirmSample', by: lab, remark: '样品完好', limsConsignId: consignmentId, settings: rules };
    case 'sign':
      return {
        type: 'EnterLaterStage',
        by: lab,
        toStatus: 80,
        description: '请签名确认',
        actFee: null,
        settings: rules,
        signatureIds,
      };
    case 'return':
      return { type: 'ReturnSample', by: lab, remark: scene.remark, settings: rules };
    case 'cancel':
      return { type: 'Cancel', by: client, description: scene.remark };
  }
};

const codeFor = async (store: EventStore, consignmentId: string, { lab, start }: Cast): Promise<string> => {
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

const headerOf = async (
  store: EventStore,
  scene: Scene,
  { lab, client, clientAddress, start }: Cast,
): Promise<ConsignmentHeader> => {
  const { state: projectState } = await load(store, project, scene.projectId);
  const qualification = lab.qualifications[0];
  const address = lab.addresses.find(({ isMain }) => isMain) ?? lab.addresses[0];
  return newHeader({
    testUnitId: lab.id,
    testUnitName: lab.testUnitName,
    testUnitAddressId: address?.id ?? null,
    testUnitAddressDetail: address ? deliveryAddressOf(address) : '',
    consignUnitAddress: clientAddress,
    projectId: scene.projectId,
    projectName: projectState?.projectName ?? '',
    contractSectName: projectState?.contractSectName ?? '',
    tuqualificationId: qualification?.id ?? null,
    tuqualificationName: qualification?.name ?? '',
    contact: scene.contact ?? { name: client.name, phone: client.phone },
    memo: scene.memo,
    constructionUnit: projectState?.constructionUnit ?? '',
    constructionJzunit: projectState?.constructionJzunit ?? '',
    jzunit: projectState?.jzunit ?? '',
    consginTestType: '委托检测',
    expectTestTime: scene.consignType === 1 ? null : appointmentAfter(start),
    ...(scene.mail ? { sendSampleType: 2 as const, mailOrderNumber: `SF16095521${scene.key.slice(-2)}34` } : {}),
    ...(scene.witness
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
        standard.isDefault && all.findIndex((other) => other.standardId === standard.standardId) === index,
    )
    .map((standard) => ({ baBaseStandardId: standard.standardId, useType: useTypeOf(standard.useType) }));
