import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { getAccessoryTypes } from '#contract';
import { startService, type Service } from '#harness/service/service';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

it('attachment types depend on the consignment type, and a deleted one is returned only on request', async () => {
  const client = await service.as('client1');
  const typeNames = async (type: 0 | 1, query = {}) =>
    (await client.do(getAccessoryTypes, { query: { type, ...query } })).map(({ name }) => name);
  const [rawMaterialTypes, onSiteTypes] = [await typeNames(0), await typeNames(1)];
  expect(rawMaterialTypes).toEqual([
    '委托书（盖章扫描件）',
    '出厂质量证明书',
    '见证取样单',
    '配合比设计通知书',
    '原材料检测报告',
    '取样照片',
    '监理抽检记录',
  ]);
  expect(onSiteTypes).toContain('桩位平面图');
  expect(rawMaterialTypes.filter((name) => onSiteTypes.includes(name))).toEqual([]);
  expect(await typeNames(0, { containsIsDeleted: 'true' })).toEqual([...rawMaterialTypes, '旧版送样清单']);
  const [consignmentForm] = await client.do(getAccessoryTypes, { query: { type: 0 } });
  expect(consignmentForm).toMatchObject({
    enable: true,
    isRequire: false,
    type: 0,
    exampleImages: [expect.stringMatching(/^data:image\/svg\+xml;base64,/)],
  });
});
