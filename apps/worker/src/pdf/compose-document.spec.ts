import { describe, expect, it } from '@jest/globals';
import { ERASED, type ConsignmentEvent, type Sample } from '#events';
import {
  added,
  AT,
  billed,
  CODE,
  committed,
  confirmed,
  created,
  header,
  laterStage,
  openState,
  parameter,
  passed,
  sample,
} from '#harness/domain/consignment-story';
import { composeDocument, type PrintFacts } from './compose-document.js';

const print = (events: ConsignmentEvent[], facts: Partial<PrintFacts> = {}) =>
  composeDocument({
    consignmentId: 'c-1',
    consignment: openState(...events),
    requestedAt: AT,
    visible: { prices: true, estimate: true },
    requirements: new Map(),
    ...facts,
  });
const submission = (...samples: Sample[]): ConsignmentEvent[] => [created(), ...samples.map(added), committed];
const headerOf = (changes: Parameters<typeof header>[0], consignType: 1 | 2 | 3 = 1) =>
  Object.fromEntries(print([created({ consignType, header: header(changes) })]).header);
const standard = (baseStandardCode: string, useType: '1' | '2' | '3', baseStandardClauseCode = '') => ({
  baBaseStandardId: null,
  baseStandardName: `${baseStandardCode} 的名称`,
  baseStandardCode,
  baseStandardClauseCode,
  baseStandardType: 1 as const,
  useType,
  limsUniqueKey: '',
  isDefault: false,
  executeDate: null,
  expireDate: null,
});
const feesOf = (material: Sample) => print(submission(material)).samples[0]?.rows.map((row) => row.at(-1));
const sharedParameter = { ...parameter, tuTestParamName: '安定性', sharedPriceQualifier: '净浆', sharedPrice: '240' };

describe('The printed form', () => {
  it('has the title of its consignment type', () => {
    const forms = ([1, 2, 3] as const).map((consignType) =>
      print([created({ consignType }), added(sample({ testGroupCount: 3 }))]),
    );
    expect(forms.map(({ title }) => title)).toEqual(['原材料检测预委托单', '现场检测预约单', '交竣工检测预约单']);
    expect(forms.map(({ totalLeft }) => totalLeft)).toEqual(['样品 1 个，3 组', '检测项目 1 项', '检测项目 1 项']);
    expect(forms.map(({ samples }) => [samples[0]?.heading, samples[0]?.right])).toEqual([
      ['样品 1　水泥', '3 组　小计 100.00 元'],
      ['项目 1　水泥', '小计 100.00 元'],
      ['项目 1　水泥', '小计 100.00 元'],
    ]);
  });

  it('shows the catalogue name of a test item and its structure', () => {
    const bridge = sample({
      testUnitSampleName: 'K12+300 云溪大桥',
      projectUnit: 'K12+300 云溪大桥',
      sampleNameLink: '桥梁检测 → 荷载试验 → 桥梁静载试验',
      testPart: '第 3 跨',
      projectOrPurpose: '',
    });
    const [item] = print([created({ consignType: 2 }), added(bridge)]).samples;
    expect(item?.heading).toBe('项目 1　桥梁静载试验');
    expect(Object.fromEntries(item?.facts ?? [])).toMatchObject({
      '结构物／路段': 'K12+300 云溪大桥',
      检测部位: '第 3 跨',
    });
  });

  it('shows the consignment code, the laboratory and the time of the request in local time', () => {
    const { code, laboratory, printedLine, qr } = print(submission(sample()));
    expect([code, laboratory, printedLine]).toEqual([
      `预委托编号 ${CODE}`,
      '浙东交通工程检测中心',
      '打印 2026-03-01 16:00',
    ]);
    expect(qr).toContain(CODE);
    expect(print([created()]).code).toBe('预委托编号 （未提交）');
  });

  it('shows the facts of the consignment in the header, with the remark as the last row', () => {
    const { header: rows } = print([
      created({ header: header({ contractSectName: 'TJ-1', memo: '加急' }) }),
      added(),
      committed,
    ]);
    expect(Object.fromEntries(rows)).toMatchObject({
      委托单位: '宁波路桥',
      委托日期: '2026-03-01',
      工程项目: '沿海高速公路　TJ-1',
      资质类型: '公路工程综合甲级',
      委托人: '陈工　010-12345',
      送样方式: '邮寄　SF1　到付',
      报告领取: '自取，3 份',
      备注: '加急',
    });
    expect(rows.filter(([label]) => label === '见证人').map(([, text]) => text)).toEqual([
      '张三　13800000001',
      '李四　13800000002',
    ]);
    expect(rows.at(-1)).toEqual(['备注', '加急']);
    expect(headerOf({ memo: '' })['备注']).toBe('—');
  });

  it('shows how samples are sent, how reports are delivered, and the time of an appointment', () => {
    expect(headerOf({ sendSampleType: 1 })['送样方式']).toBe('自送');
    expect(headerOf({ getReportType: '10' })['报告领取']).toBe('电子报告');
    expect(headerOf({ getReportType: '3', reportCount: 2 })['报告领取']).toBe('邮寄，2 份');
    for (const [input, expected] of [
      ['2026-12-01T09:00:00', '2026-12-01 09:00'],
      ['2026-12-01', '2026-12-01'],
      ['2026-12-01T01:00:00Z', '2026-12-01 09:00'],
    ])
      expect(headerOf({ expectTestTime: input ?? '' }, 2)).toMatchObject({ 预约时间: expected });
  });

  it('shows extra fields that are visible and not empty', () => {
    const field = (columnName: string, value: string, visible = true) => ({
      id: columnName,
      sourcePropertyId: '',
      columnIndex: 1,
      columnName,
      columnValue: '',
      visible,
      columnType: 'text',
      customizeType: 1,
      value,
    });
    const facts = headerOf({ extraFields: [field('#合同编号', 'HT-1'), field('#空', ''), field('#藏', 'x', false)] });
    expect([facts['合同编号'], facts['空'], facts['藏']]).toEqual(['HT-1', undefined, undefined]);
    expect(Object.keys(facts)).not.toContain('');
  });

  it('shows an erased person as a single word', () => {
    const erasedPerson = { name: ERASED, cardNo: ERASED, phone: ERASED };
    expect(
      headerOf({ contact: erasedPerson, ownerWitnesses: [erasedPerson], supervisionWitnesses: [erasedPerson] }),
    ).toMatchObject({
      委托人: '已删除',
      见证人: '已删除',
    });
  });

  it('shows a shared price once per group, and no shared price for a single parameter', () => {
    expect(
      feesOf(sample({ parameters: [parameter, sharedParameter, { ...sharedParameter, tuTestParamName: '凝结时间' }] })),
    ).toEqual(['100.00', '净浆共享 240.00', '同组不另计']);
    expect(feesOf(sample({ parameters: [parameter, { ...sharedParameter, totalFee: '1080.00' }] }))).toEqual([
      '100.00',
      '1,080.00',
    ]);
  });

  it('shows the parameters and prices of a sample as open until the laboratory has chosen the parameters', () => {
    const openSample = sample({ id: 'a-2', parameters: [], isTestUnitConfirmTestParam: true, testParamFee: '0.00' });
    const { samples, totalRight } = print(submission(sample(), openSample));
    expect(samples[1]).toMatchObject({
      right: '1 组　小计 待定',
      rows: [['1', '由检测单位确定参数', '—', '—', '—', '待定']],
    });
    expect(totalRight).toBe('预估费用合计　100.00 元（不含待定项）');
  });

  it.each([
    ['prices', { visible: { prices: false, estimate: true } }, ['1 组　小计 1,320.00 元', '预估费用合计　1,320.00 元']],
    ['estimates', { visible: { prices: true, estimate: false } }, ['1 组', '']],
  ])('shows no fees in rows if the laboratory hides %s', (_, visibility, expectedTexts) => {
    const { samples, totalRight } = print(submission(sample({ testParamFee: '1320.00' })), visibility);
    expect(samples[0]?.columns.map(({ title }) => title)).toEqual(['序', '检测参数', '检测依据', '评定标准', '数量']);
    expect(samples[0]?.rows).toEqual([['1', '抗压强度', '—', '—', '1']]);
    expect([samples[0]?.right, totalRight]).toEqual(expectedTexts);
  });

  it('shows the actual fee at status 60 and 80, also with hidden estimates, and the estimate at others', () => {
    const received = [...submission(sample()), passed, confirmed, billed];
    const fee: ConsignmentEvent = { type: 'ActualFeeSet', data: { actFee: '12345.6' } };
    const totals = [
      received,
      [...received, fee],
      [...received, fee, laterStage(70)],
      [...received, laterStage(80)],
    ].map((events) => print(events).totalRight);
    expect(totals).toEqual([
      '预估费用合计　100.00 元',
      '实际费用合计　12,345.60 元',
      '预估费用合计　100.00 元',
      '实际费用合计　120.50 元',
    ]);
    expect(print([...received, fee], { visible: { prices: true, estimate: false } }).totalRight).toBe(
      '实际费用合计　12,345.60 元',
    );
  });

  it('shows each standard of a parameter once by its use, or those of the sample if it has none', () => {
    const withStandards = {
      ...parameter,
      standards: [
        standard('JTG 1', '1', 'T 0503'),
        standard('JTG 1', '1', 'T 0503'),
        standard('JTG 1', '1', 'T 0504'),
        standard('GB 2', '2'),
      ],
    };
    const { samples } = print(
      submission(sample({ parameters: [withStandards, parameter], standards: [standard('JTG 9', '3')] })),
    );
    expect(samples[0]?.rows.map((row) => row.slice(2, 4))).toEqual([
      ['JTG 1 T 0503、JTG 1 T 0504', 'GB 2'],
      ['JTG 9', 'JTG 9'],
    ]);
  });

  it('shows the facts of a sample that are not empty, and its receiving requirement', () => {
    const batch = {
      testSamplePropertyId: 'p',
      testSamplePropertyDisplayName: '批号',
      testSamplePropertySystemName: '',
      testSamplePropertyType: 1,
      value: 'B26',
      orderNum: 1,
      isJoinSpecification: false,
      unit: '',
    };
    const material = sample({
      delegatesNum: '500',
      delegatesNumUnit: 't',
      projectOrPurpose: 'K12 桥涵',
      sampleNum: '',
      afterTestOperate: '留样',
      testSampleDescription: '灰色粉末，无结块',
      extractAddress: '3号料仓',
      sampler: { name: '李取样', cardNo: '7', phone: '' },
      properties: [
        batch,
        { ...batch, value: '' },
        { ...batch, isJoinSpecification: true },
        { ...batch, testSamplePropertySystemName: 'sampleCount', value: '3' },
        { ...batch, testSamplePropertyDisplayName: '附合格证', testSamplePropertyType: 6, value: 'false' },
      ],
    });
    const { samples } = print(submission(material), { requirements: new Map([['a-1', '不少于12kg']]) });
    expect(samples[0]?.facts).toEqual([
      ['批号', 'B26'],
      ['附合格证', '否'],
      ['代表数量', '500 t'],
      ['工程部位', 'K12 桥涵'],
      ['检后处理', '留样'],
      ['样品描述', '灰色粉末，无结块'],
      ['取样地点', '3号料仓'],
      ['取样人', '李取样'],
    ]);
    expect(samples[0]?.note).toBe('收样要求：不少于12kg');
  });

  it('lists each character that no font face has once, and has no notice if all can be drawn', () => {
    const rare = sample({ specificationType: '\u16a0 ⌀32', memo: '𠮷 ئۇيغۇر \u16a0\u200b' });
    const noticeIn = (language: 'zh' | 'en' | 'es') => print(submission(rare), { language }).unprintableNotice;
    expect(noticeIn('zh')).toBe('本单有无法打印的字符，以 \ufffd 代替：U+16A0');
    expect([noticeIn('en'), noticeIn('es')]).toEqual([
      expect.stringMatching(/U\+16A0$/),
      expect.stringMatching(/U\+16A0$/),
    ]);
    expect(print(submission(sample({ memo: '𠮷 ئۇيغۇر ⌀32 ✅\t한' }))).unprintableNotice).toBe('');
  });

  it('has a digest of its contents that does not depend on the time of printing', () => {
    const digest = (document: ReturnType<typeof print>) => document.digestLine;
    const original = print(submission(sample()));
    expect(digest(print(submission(sample()), { requestedAt: '2026-04-01T00:00:00.000Z' }))).toBe(digest(original));
    expect(digest(print(submission(sample({ memo: '已改' }))))).not.toBe(digest(original));
    expect(original.qr).toContain(/[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}/.exec(original.digestLine)?.[0] ?? 'no digest');
  });
});
