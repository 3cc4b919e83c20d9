import { buildSample } from '#domain/catalogue';
import { newHeader, type OpenConsignment } from '#domain/consignment';
import type { CommandContext } from '#domain/event-sourcing';
import { yearInChina } from '#domain/time';
import { reservation, reservationId } from '#domain/reference';
import { report, type ReportCommand } from '#domain/report';
import { deliveryAddressOf } from '#domain/units';
import type { Actor, Attachment, ConsignmentHeader, ConsignType, EventCatalogue, Sample } from '#events';
import { defaultStandards } from '../import/import-demo-consignments.js';
import { fixedId } from '../import/run-import.js';
import type { GeneratorData, Client, Laboratory } from './generator-data.js';
import { InMemoryStream, type PendingWrite } from './in-memory-stream.js';
import type { SeededRandom } from './seeded-random.js';

const SURNAMES = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧'];
const GIVEN_NAMES = [
  '建国',
  '志远',
  '海燕',
  '晓东',
  '丽华',
  '永强',
  '桂英',
  '文博',
  '春梅',
  '立新',
  '国栋',
  '雪梅',
  '浩然',
  '玉兰',
  '少华',
  '明辉',
];
const TEST_SITES = [
  '路基填筑',
  '上面层',
  '承台',
  '盖板涵',
  '拌和站 2号仓',
  '3号墩身',
  '预制梁场',
  '隧道进口左洞二衬',
  '桥台台背',
  '匝道 A 基层',
];
const SPECIFICATIONS = [
  'P·O 42.5',
  'C50',
  'M10',
  '70号 A级',
  '机制砂 Ⅱ类',
  '5-20mm 连续级配',
  'HRB400E Φ25',
  '70×70×70',
  '15.2-1860',
];
const STRUCTURES = ['安溪河大桥', '云岭隧道', 'K21+400 通道', '北互通匝道桥', '三号拌和站试验段'];

/** A person with a phone number. There are few enough for the same ones to occur again. */
const generatePerson = (random: SeededRandom): { name: string; phone: string } => {
  const name = random.pick(SURNAMES) + random.pick(GIVEN_NAMES);
  return { name, phone: `138${String(random.between(0, 99_999)).padStart(8, '0')}` };
};

export const generateMailNumber = (random: SeededRandom): string => `SF${random.between(10 ** 9, 10 ** 10 - 1)}`;

/** The form as a client fills it in, without the time of an appointment. */
export const generateHeader = (random: SeededRandom, client: Client, lab: Laboratory): ConsignmentHeader => {
  const project = random.pick(client.projects);
  const qualification = random.pick(lab.qualifications);
  const address = random.pick(lab.addresses);
  const isWitnessed = random.happens(0.35);
  const isMailed = random.happens(0.15);
  return newHeader({
    testUnitId: lab.id,
    testUnitName: lab.testUnitName,
    testUnitAddressId: address.id,
    testUnitAddressDetail: deliveryAddressOf(address),
    consignUnitAddress: client.detailAddress,
    projectId: project.id,
    projectName: project.projectName,
    contractSectName: project.contractSectName,
    tuqualificationId: qualification.id,
    tuqualificationName: qualification.name,
    contact: random.happens(0.5)
      ? { name: client.staff.name, phone: client.staff.phone || '13800000000' }
      : generatePerson(random),
    constructionUnit: project.constructionUnit,
    constructionJzunit: project.constructionJzunit,
    jzunit: project.jzunit,
    consginTestType: random.pick(['委托检测', '委托检测', '委托检测', '监督抽检', '仲裁检测']),
    reportCount: random.between(1, 6),
    ...(isMailed ? { sendSampleType: 2 as const, mailOrderNumber: generateMailNumber(random) } : {}),
    ...(isWitnessed
      ? {
          needWitnessUnit: true,
          needWitnessPersonSign: random.happens(0.3),
          supervisionWitnesses: [{ ...generatePerson(random), cardNo: `JZ2023-${random.between(1000, 9999)}` }],
        }
      : {}),
  });
};

/** A sample, or a test item at a structure for an appointment, priced from the catalogue. */
export const generateSample = (
  random: SeededRandom,
  id: string,
  consignType: ConsignType,
  { samples, standardsById }: GeneratorData,
): Sample => {
  const catalogue = random.pick(samples.filter(({ isLocaleItem }) => (isLocaleItem === 1) === (consignType !== 1)));
  const offeredParameters = catalogue.parameters.filter(({ deleted }) => !deleted);
  const parameters = offeredParameters.slice(0, random.pick([1, 1, 2]));
  return buildSample({
    id,
    consignType,
    catalogue,
    standardsById,
    request: {
      testGroupCount: random.between(1, 3),
      ...(consignType === 1
        ? { specificationType: random.pick(SPECIFICATIONS), projectOrPurpose: generateTestSite(random) }
        : { testUnitSampleName: random.pick(STRUCTURES), testPart: generateTestSite(random) }),
      tuSampleParamIds: parameters.map((parameter) => ({
        tuTestParamId: parameter.id,
        tuTestParamCount: 1,
        buSampleParamUseBaseStandard: defaultStandards(parameter),
      })),
    },
  });
};

export const generateAttachment = (id: string, n: number, { file }: GeneratorData, addedAt: string): Attachment => ({
  id,
  name: `委托附件-${n}.pdf`,
  size: file.size,
  mediaType: file.mediaType,
  hash: file.hash,
  accessoryType: '其他',
  accessoryTypeID: '',
  readonly: false,
  addedAt,
});

const generateTestSite = (random: SeededRandom): string =>
  `K${random.between(1, 60)}+${String(random.between(0, 999)).padStart(3, '0')} ${random.pick(TEST_SITES)}`;

type ReportInput = { consignmentId: string; consignment: OpenConsignment; acceptedAt: string; lab: Laboratory };

/** One report on all samples, from its registration to its delivery; a few are withdrawn. */
export function* reporting(
  random: SeededRandom,
  builder: HistoryBuilder,
  data: GeneratorData,
  { consignmentId, consignment, acceptedAt, lab }: ReportInput,
): Generator<HistoryStep> {
  const by = lab.staff.actor;
  const reportId = fixedId(`${builder.key}/report`);
  const reportNumber = `BG-${yearInChina(acceptedAt)}-${consignment.consignCode.replaceAll(/\D/g, '')}`;
  const reservationStream = new InMemoryStream(
    reservation,
    reservationId('reportNumber', data.fingerprint(`${lab.id}/${reportNumber}`)),
  );
  const reportStream = new InMemoryStream(report, reportId);
  const reportStep = (hours: number, command: ReportCommand): HistoryStep =>
    builder.step(random.durationMs(hours), by, reportStream, () => command);

  yield builder.step(random.durationMs(30), by, reservationStream, () => ({
    type: 'Reserve',
    kind: 'reportNumber',
    holderId: reportId,
  }));
  yield reportStep(0, {
    type: 'RegisterReport',
    by,
    consignmentId,
    consignment,
    acceptedAt,
    sampleIds: consignment.samples.map(({ id }) => id),
    reportNumber,
  });
  yield reportStep(60, { type: 'ChangeReportStatus', by, reportStatus: 20, reason: '' });
  yield reportStep(20, { type: 'ChangeReportStatus', by, reportStatus: 30, reason: '' });
  yield reportStep(4, { type: 'UploadReport', by, file: data.file });
  if (random.happens(0.03)) {
    yield reportStep(20, { type: 'WithdrawReport', by, reason: '样品规格登记有误，另出报告' });
    return;
  }
  yield reportStep(6, { type: 'PublishReport', by });
  if (random.happens(0.3))
    yield reportStep(24, { type: 'SetReportMailNumber', by, mailNumber: generateMailNumber(random) });
  if (random.happens(0.4)) yield reportStep(70, { type: 'ChangeReportStatus', by, reportStatus: 60, reason: '' });
}

/** The next step of a history, `after` milliseconds after the last one. */
export type HistoryStep = {
  delayMs: number;
  /** Set for a first submission, which needs a number of the laboratory. */
  numberRequest?: { lab: Laboratory; consignmentId: string };
  /** `at` is UTC, ISO 8601; `code` is the number of the consignment, empty if the step needs none. */
  decide(at: string, code: string): PendingWrite;
};

/** Makes the steps of one history. The ids of its requests are made of its key and the order of the steps. */
export class HistoryBuilder {
  private requestCount = 0;

  constructor(readonly key: string) {}

  step<Catalogue extends EventCatalogue, Command, State>(
    delayMs: number,
    by: Actor,
    stream: InMemoryStream<Catalogue, Command, State>,
    commandAt: (at: string, code: string) => Command,
  ): HistoryStep {
    return { delayMs, decide: (at, code) => stream.decide(commandAt(at, code), this.nextContext(by, at)) };
  }

  private nextContext(by: Actor, at: string): CommandContext {
    const commandId = fixedId(`${this.key}/${this.requestCount++}`);
    return { by, at, commandId, correlationId: commandId, imported: true };
  }
}
