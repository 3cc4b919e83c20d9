import { buildSample, deliveryAddressOf, newHeader } from '#domain';
import type { Attachment, ConsignmentHeader, ConsignType, Sample } from '#events';
import { defaultStandards } from '../import/import-demo-consignments.js';
import type { Cast, Client, Laboratory } from './cast.js';
import type { Chance } from './chance.js';

const SURNAMES = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧'];
const GIVEN = [
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
const PLACES = [
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

/** A person with a phone number; few enough that the same ones come back. */
const person = (chance: Chance): { name: string; phone: string } => {
  const name = chance.oneOf(SURNAMES) + chance.oneOf(GIVEN);
  return { name, phone: `138${String(chance.between(0, 99_999)).padStart(8, '0')}` };
};

export const mailNumber = (chance: Chance): string => `SF${chance.between(10 ** 9, 10 ** 10 - 1)}`;

/** The form as a client fills it in; an appointment's time is still to be added. */
export const typedHeader = (chance: Chance, client: Client, lab: Laboratory): ConsignmentHeader => {
  const project = chance.oneOf(client.projects);
  const qualification = chance.oneOf(lab.qualifications);
  const address = chance.oneOf(lab.addresses);
  const isWitnessed = chance.happens(0.35);
  const isMailed = chance.happens(0.15);
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
    contact: chance.happens(0.5)
      ? { name: client.staff.name, phone: client.staff.phone || '13800000000' }
      : person(chance),
    constructionUnit: project.constructionUnit,
    constructionJzunit: project.constructionJzunit,
    jzunit: project.jzunit,
    consginTestType: chance.oneOf(['委托检测', '委托检测', '委托检测', '监督抽检', '仲裁检测']),
    reportCount: chance.between(1, 6),
    ...(isMailed ? { sendSampleType: 2 as const, mailOrderNumber: mailNumber(chance) } : {}),
    ...(isWitnessed
      ? {
          needWitnessUnit: true,
          needWitnessPersonSign: chance.happens(0.3),
          supervisionWitnesses: [{ ...person(chance), cardNo: `JZ2023-${chance.between(1000, 9999)}` }],
        }
      : {}),
  });
};

/** A sample, or a test item at a structure for an appointment, priced from the catalogue. */
export const typedSample = (
  chance: Chance,
  id: string,
  consignType: ConsignType,
  { samples, standardsById }: Cast,
): Sample => {
  const catalogue = chance.oneOf(samples.filter(({ isLocaleItem }) => (isLocaleItem === 1) === (consignType !== 1)));
  const offered = catalogue.parameters.filter(({ deleted }) => !deleted);
  const chosen = offered.slice(0, chance.oneOf([1, 1, 2]));
  return buildSample({
    id,
    consignType,
    catalogue,
    standardsById,
    request: {
      testGroupCount: chance.between(1, 3),
      ...(consignType === 1
        ? { specificationType: chance.oneOf(SPECIFICATIONS), projectOrPurpose: placeIn(chance) }
        : { testUnitSampleName: chance.oneOf(STRUCTURES), testPart: placeIn(chance) }),
      tuSampleParamIds: chosen.map((parameter) => ({
        tuTestParamId: parameter.id,
        tuTestParamCount: 1,
        buSampleParamUseBaseStandard: defaultStandards(parameter),
      })),
    },
  });
};

export const typedAttachment = (id: string, n: number, { paper }: Cast, addedAt: string): Attachment => ({
  id,
  name: `委托附件-${n}.pdf`,
  size: paper.size,
  mediaType: paper.mediaType,
  hash: paper.hash,
  accessoryType: '其他',
  accessoryTypeID: '',
  readonly: false,
  addedAt,
});

const placeIn = (chance: Chance): string =>
  `K${chance.between(1, 60)}+${String(chance.between(0, 999)).padStart(3, '0')} ${chance.oneOf(PLACES)}`;
