import { describe, expect, it } from '@jest/globals';
import { type RawMaterial, RawMaterial as RawMaterialSchema, type Sample, type SampleProperty } from '#events';
import { sampleFlags } from '../consignment/sample-form.js';
import { messageOfProblem } from '../rules/messages.js';
import { RuleBroken } from '../rules/rule-broken.js';
import { parameter, sample } from '#harness/domain/consignment-story';
import { buildMaterials, type MaterialFacts, type RequestedMaterial } from './build-materials.js';
import {
  newMaterialRow,
  citeSample,
  copyOfSample,
  feesOf,
  totalFeeWithMaterials,
  isMaterialNumber,
  isTestLocked,
  countMaterialIds,
  materialProblems,
  materialReportProblem,
  ownSamplesOf,
  proofOf,
  findSampleById,
  toggledTest,
  removeCitation,
  withMaterial,
  withMaterialSample,
  applyOwnSample,
} from './raw-materials.js';

const report = { name: '检验报告.pdf', url: '', hash: 'a'.repeat(64), size: 3, mediaType: 'application/pdf' };
const row = (overrides: Partial<RawMaterial> = {}): RawMaterial => ({
  ...newMaterialRow('m-1'),
  testUnitSampleID: 't-cement',
  sampleName: '水泥',
  ...overrides,
});
const choice = { id: 't-sand', label: '河砂', bigCategoryId: 'b-2', sampleNameLink: '集料 → 河砂' };
const citedSample = {
  id: 's-9',
  consignCode: 'TU001-2026-00007',
  sampleName: '水泥',
  testUnitSampleID: 't-cement',
  bigCategoryId: 'b-1',
  sampleNameLink: '水泥',
  specificationType: 'P·O 42.5',
  specificationBuildMethod: '[]',
  produceInfo: '安溪水泥厂',
  produceBatchNo: 'P1',
  extractAddress: '拌和站',
};
const property = (testSamplePropertySystemName: string, value: string): SampleProperty => ({
  testSamplePropertyId: null,
  testSamplePropertyDisplayName: '',
  testSamplePropertySystemName,
  testSamplePropertyType: 1,
  value,
  orderNum: 1,
  isJoinSpecification: false,
  unit: '',
});
const materialSample = (overrides: Partial<Sample> = {}): Sample =>
  sample({
    id: 'own-1',
    testUnitSampleId: 't-cement',
    testUnitSampleName: 'P·O 水泥',
    specificationType: 'P·O 42.5',
    properties: [property('manufacturer', '安溪水泥厂'), property('batchNo', 'B7')],
    ...overrides,
  });

describe('a raw-material row', () => {
  it('RM-003 is to be tested when it is new, and an older recorded row is read with its missing members empty', () => {
    expect(newMaterialRow('m-1')).toMatchObject({
      id: 'm-1',
      isTest: true,
      sampleName: '',
      buSampleInfoId: null,
      refBuSampleInfoId: null,
      consignCode: '',
      reportFile: null,
    });
    expect(
      RawMaterialSchema.parse({
        sampleName: '砂',
        isTest: false,
        buSampleInfoId: null,
        consignCode: '',
        reportFile: { name: 'r.pdf', url: 'https://x.test/r.pdf' },
      }),
    ).toEqual({
      ...newMaterialRow(''),
      sampleName: '砂',
      isTest: false,
      reportFile: { name: 'r.pdf', url: 'https://x.test/r.pdf', hash: '', size: 0, mediaType: '' },
    });
  });

  it.each([
    ['tested', 'tested', row()],
    ['tested with a sample of its own', 'tested', row({ buSampleInfoId: 'own-1' })],
    ['citing', 'cited', row({ isTest: false, refBuSampleInfoId: 's-9', consignCode: 'C-1' })],
    ['with a report', 'reported', row({ isTest: false, reportFile: report })],
    ['not tested, with neither', 'open', row({ isTest: false })],
  ])('%s has the proof %s', (_, proof, material) => {
    expect(proofOf(material)).toBe(proof);
  });

  it.each([
    ['nothing', false, false, row()],
    ['a read-only form', true, true, row()],
    ['a report', true, false, row({ isTest: false, reportFile: report })],
    ['a cited code', true, false, row({ isTest: false, consignCode: 'C-1' })],
    ['a sample of its own', true, false, row({ buSampleInfoId: 'own-1' })],
  ])('with %s has its test switch locked: %s', (_, locked, readOnly, material) => {
    expect(isTestLocked(material, readOnly)).toBe(locked);
  });

  it('RM-006 loses only specification, manufacturer and batch number when its test switch changes', () => {
    const filled = row({
      specificationType: 'P·O',
      specificationBuildMethod: '[{}]',
      produceInfo: '厂',
      produceBatchNo: 'B1',
      dosage: '360',
    });
    expect(toggledTest(filled)).toEqual({
      ...filled,
      isTest: false,
      specificationType: '',
      specificationBuildMethod: '',
      produceInfo: '',
      produceBatchNo: '',
    });
    expect(toggledTest(toggledTest(filled)).isTest).toBe(true);
  });

  it('RM-007 is not tested and shows the sample that it cites, and is a blank new row after the citation is removed', () => {
    const cited = citeSample(row({ dosage: '360' }), citedSample);
    expect(cited).toMatchObject({
      isTest: false,
      refBuSampleInfoId: 's-9',
      consignCode: 'TU001-2026-00007',
      specificationType: 'P·O 42.5',
      produceInfo: '安溪水泥厂',
      produceBatchNo: 'P1',
      extractAddress: '拌和站',
      dosage: '360',
    });
    expect(removeCitation(cited)).toEqual(newMaterialRow('m-1'));
  });

  it('AUX-009 takes manufacturer and batch number from the properties of its own sample', () => {
    expect(applyOwnSample(row(), materialSample())).toMatchObject({
      buSampleInfoId: 'own-1',
      sampleName: 'P·O 水泥',
      specificationType: 'P·O 42.5',
      produceInfo: '安溪水泥厂',
      produceBatchNo: 'B7',
    });
  });

  it('RM-013 takes the identity of the chosen material, and keeps the numbers of the mix', () => {
    expect(withMaterial(row({ produceInfo: '厂', dosage: '360' }), choice)).toMatchObject({
      testUnitSampleID: 't-sand',
      sampleName: '河砂',
      bigCategoryId: 'b-2',
      sampleNameLink: '集料 → 河砂',
      produceInfo: '',
      dosage: '360',
    });
  });
});

describe('the checks of a save', () => {
  const messagesFor = (rows: RawMaterial[], language: 'zh' | 'en' = 'zh') =>
    materialProblems(rows).map((problem) => messageOfProblem(problem, language));
  const fine = row({ buSampleInfoId: 'own-1' });

  it('RM-009 report the row without a sample', () => {
    expect(messagesFor([fine, newMaterialRow('m-2')])).toEqual(['第 2 行原材料未选择样品']);
    expect(messagesFor([fine, newMaterialRow('m-2')], 'en')).toEqual(['row 2 raw material has no sample selected']);
  });

  it('report a tested row without its own sample as incomplete', () => {
    expect(messagesFor([row()], 'en')).toEqual(['row 1 raw material parameter information incomplete']);
    expect(messagesFor([fine])).toEqual([]);
  });

  it('RM-011 require a report or a cited code for a row that is not tested', () => {
    expect(messagesFor([fine, fine, row({ isTest: false })], 'en')).toEqual([
      'row 3 raw material has no report file uploaded',
    ]);
    expect(
      messagesFor([row({ isTest: false, reportFile: report }), row({ isTest: false, consignCode: 'C-1' })]),
    ).toEqual([]);
  });

  it.each([
    ['', true],
    ['0', true],
    ['2.11', true],
    ['0.0125', true],
    ['1.1234567', false],
    ['-1', false],
    ['1e3', false],
    ['三', false],
    ['1.', false],
  ])('accept %j as a number: %s', (text, isAccepted) => {
    expect(isMaterialNumber(text)).toBe(isAccepted);
    expect(materialProblems([row({ buSampleInfoId: 'own-1', dosage: text })]).map(({ path }) => path)).toEqual(
      isAccepted ? [] : ['buSampleInfoRefSampleInfo.0.dosage'],
    );
  });

  it('refuse long texts and more than twenty rows', () => {
    expect(materialProblems([row({ buSampleInfoId: 'own-1', produceInfo: '厂'.repeat(201) })])).toMatchObject([
      { code: 'TEXT_TOO_LONG', params: { max: 200 } },
    ]);
    expect(materialProblems(Array.from({ length: 21 }, () => fine))).toMatchObject([{ code: 'TOO_MANY_MATERIALS' }]);
  });

  it('RM-012 accept report files of eleven formats, and refuse other ones', () => {
    const formats = ['rar', 'zip', 'doc', 'docx', 'xls', 'xlsx', 'pdf', 'jpg', 'jpeg', 'png', 'bmp'];
    expect(formats.filter((format) => materialReportProblem({ name: `报告.${format}`, size: 3 }))).toEqual([]);
    const fileProblem = materialReportProblem({ name: '报告.exe', size: 3 });
    expect(fileProblem && messageOfProblem(fileProblem, 'en')).toBe(
      'only these formats supported for report file: .rar .zip .doc .docx .xls .xlsx .pdf .jpg .jpeg .png .bmp',
    );
    expect(materialReportProblem({ name: '报告.pdf', size: 10_485_761 })?.code).toBe('FILE_TOO_LARGE');
  });
});

describe('own samples', () => {
  const mixed = sample({
    id: 'mix',
    testParamFee: '500.00',
    buSampleInfoRefSampleInfo: [
      row({ buSampleInfoId: 'own-1' }),
      row({ id: 'm-2', isTest: false, reportFile: report }),
    ],
    materialSamples: [materialSample({ testParamFee: '90.00' }), materialSample({ id: 'begun', testParamFee: '7.00' })],
  });

  it('are found together with the samples that they belong to', () => {
    expect(findSampleById([sample(), mixed], 'OWN-1')).toMatchObject({
      sample: { id: 'own-1' },
      parent: { id: 'mix' },
    });
    expect(findSampleById([mixed], 'mix')).toMatchObject({ sample: { id: 'mix' }, parent: null });
    expect(findSampleById([mixed], 'nobody')).toBeUndefined();
  });

  it('count in the total if a row refers to them, in addition to the fee of the sample itself', () => {
    expect([ownSamplesOf(mixed).map(({ id }) => id), feesOf([mixed, sample()]), totalFeeWithMaterials(mixed)]).toEqual([
      ['own-1'],
      ['500.00', '90.00', '100.00'],
      '590.00',
    ]);
  });

  it('that are stored again are shown in their row', () => {
    const { buSampleInfoRefSampleInfo: rows = [], materialSamples = [] } = withMaterialSample(
      mixed,
      materialSample({ specificationType: 'P·O 52.5' }),
    );
    expect(rows[0]).toMatchObject({ buSampleInfoId: 'own-1', specificationType: 'P·O 52.5', produceBatchNo: 'B7' });
    expect(materialSamples.map(({ id, specificationType }) => [id, specificationType])).toEqual([
      ['own-1', 'P·O 52.5'],
      ['begun', 'P·O 42.5'],
    ]);
    expect(withMaterialSample(sample(), materialSample()).materialSamples?.map(({ id }) => id)).toEqual(['own-1']);
  });

  it('are copied with new ids together with their rows, except those that no row refers to', () => {
    expect(countMaterialIds(mixed)).toBe(3);
    const copy = copyOfSample(mixed, 'copy', ['n1', 'n2', 'n3']);
    expect([
      copy.id,
      copy.buSampleInfoRefSampleInfo?.map(({ id, buSampleInfoId, reportFile }) => [
        id,
        buSampleInfoId,
        reportFile?.name,
      ]),
      copy.materialSamples?.map(({ id }) => id),
    ]).toEqual([
      'copy',
      [
        ['n1', 'n2', undefined],
        ['n3', null, '检验报告.pdf'],
      ],
      ['n2'],
    ]);
    expect(() => copyOfSample(mixed, 'copy', ['n1'])).toThrow('new ids');
    expect(copyOfSample(sample(), 'copy')).toEqual(sample({ id: 'copy' }));
  });

  it.each([
    ['none at all', true, []],
    ['one without parameters', true, [materialSample({ parameters: [] })]],
    ['one left to the laboratory', false, [materialSample({ parameters: [], isTestUnitConfirmTestParam: true })]],
    ['one with parameters', false, [materialSample({ parameters: [parameter] })]],
  ])('with %s the sample lacks data of its materials: %s', (_, lacks, materialSamples) => {
    expect(sampleFlags({ ...mixed, materialSamples }).isLackTestParam_Material).toBe(lacks);
  });
});

describe('the rows to be stored', () => {
  const requestedMaterial = (overrides: Partial<RequestedMaterial> = {}): RequestedMaterial => ({
    ...newMaterialRow('m-1'),
    ...overrides,
    reportFile: overrides.reportFile ?? null,
  });
  const facts = (overrides: Partial<MaterialFacts> = {}): MaterialFacts => ({
    before: { materialSamples: [materialSample()] },
    choices: new Map([[choice.id, choice]]),
    cited: new Map([[citedSample.id, citedSample]]),
    uploads: new Map([['up-1', report]]),
    ...overrides,
  });
  const codes = (rows: RequestedMaterial[], overrides: Partial<MaterialFacts> = {}): unknown => {
    try {
      return buildMaterials(rows, [], facts(overrides));
    } catch (error) {
      return error instanceof RuleBroken ? error.problems.map(({ code, path }) => [code, path]) : error;
    }
  };

  it('contain the numbers of the form, and the data of the own sample, cited sample, catalogue and upload', () => {
    const { buSampleInfoRefSampleInfo: rows, materialSamples } = buildMaterials(
      [
        requestedMaterial({ buSampleInfoId: 'own-1', produceInfo: '别的厂', dosage: '360', unitRatio: '1' }),
        requestedMaterial({ id: 'm-2', isTest: false, refBuSampleInfoId: 's-9', specificationType: '别的' }),
        requestedMaterial({
          id: 'm-3',
          isTest: false,
          testUnitSampleID: 't-sand',
          produceInfo: '安溪砂场',
          reportFile: { uploadId: 'up-1' },
        }),
      ],
      [],
      facts(),
    );
    expect(rows[0]).toMatchObject({ sampleName: 'P·O 水泥', produceInfo: '安溪水泥厂', dosage: '360', unitRatio: '1' });
    expect(rows[1]).toMatchObject({
      consignCode: 'TU001-2026-00007',
      specificationType: 'P·O 42.5',
      refBuSampleInfoId: 's-9',
    });
    expect(rows[2]).toMatchObject({ sampleName: '河砂', produceInfo: '安溪砂场', reportFile: report });
    expect(materialSamples.map(({ id }) => id)).toEqual(['own-1']);
  });

  it('drop own samples that no row refers to or that are to be deleted', () => {
    const before = { materialSamples: [materialSample(), materialSample({ id: 'begun' })] };
    expect(
      buildMaterials([requestedMaterial({ buSampleInfoId: 'own-1' })], [], facts({ before })).materialSamples.map(
        ({ id }) => id,
      ),
    ).toEqual(['own-1']);
    expect(buildMaterials([], ['own-1', 'begun'], facts({ before })).materialSamples).toEqual([]);
  });

  it('preserve an earlier citation, choice and upload even if its source no longer exists', () => {
    const stored = [
      row({
        id: 'm-1',
        isTest: false,
        refBuSampleInfoId: 's-gone',
        consignCode: 'C-9',
        specificationType: 'P·S',
        dosage: '1',
      }),
      row({ id: 'm-2', isTest: false, reportFile: report }),
    ];
    const { buSampleInfoRefSampleInfo: rows } = buildMaterials(
      [
        requestedMaterial({ id: 'm-1', isTest: false, refBuSampleInfoId: 's-gone', dosage: '2' }),
        requestedMaterial({ id: 'm-2', isTest: false, testUnitSampleID: 't-cement', reportFile: { uploadId: '' } }),
      ],
      [],
      facts({ before: { buSampleInfoRefSampleInfo: stored }, choices: new Map() }),
    );
    expect(rows).toMatchObject([
      { refBuSampleInfoId: 's-gone', consignCode: 'C-9', specificationType: 'P·S', dosage: '2' },
      { sampleName: '水泥', reportFile: report },
    ]);
  });

  it('are refused with ids of others and with files that are no reports, each at its row', () => {
    expect(
      codes([
        requestedMaterial({ buSampleInfoId: 'own-1' }),
        requestedMaterial({ id: 'm-2', buSampleInfoId: 'own-1' }),
        requestedMaterial({ id: 'm-3', buSampleInfoId: 'foreign' }),
      ]),
    ).toEqual([
      ['MATERIAL_OWN_SAMPLE_UNKNOWN', 'buSampleInfoRefSampleInfo.1'],
      ['MATERIAL_OWN_SAMPLE_UNKNOWN', 'buSampleInfoRefSampleInfo.2'],
    ]);
    expect(codes([requestedMaterial({ isTest: false, refBuSampleInfoId: 'foreign' })])).toEqual([
      ['CITED_SAMPLE_UNKNOWN', 'buSampleInfoRefSampleInfo.0'],
    ]);
    expect(codes([requestedMaterial({ testUnitSampleID: 'foreign' })])).toEqual([
      ['CATALOGUE_SAMPLE_UNKNOWN', 'buSampleInfoRefSampleInfo.0'],
    ]);
    expect(
      codes([requestedMaterial({ isTest: false, testUnitSampleID: 't-sand', reportFile: { uploadId: 'up-2' } })]),
    ).toEqual([['UPLOAD_UNKNOWN', 'buSampleInfoRefSampleInfo.0']]);
    expect(
      codes([requestedMaterial({ isTest: false, testUnitSampleID: 't-sand', reportFile: { uploadId: 'up-1' } })], {
        uploads: new Map([['up-1', { ...report, name: 'x.exe' }]]),
      }),
    ).toEqual([['REPORT_TYPE_UNSUPPORTED', 'buSampleInfoRefSampleInfo.0']]);
  });
});
