// Pages of pre-consignments a second in one rendering thread's code.
import { renderPdf } from '../../dist/apps/worker/src/pdf/render.js';

const parameters = (count) => Array.from({ length: count }, (_, index) => [String(index + 1), '胶砂强度（28d）', 'JTG 3420-2020', 'GB 175-2023', '1', '320.00']);
const columns = [['序', 25, 'center'], ['检测参数', 112, 'left'], ['检测依据', 124, 'left'], ['评定标准', 124, 'left'], ['数量', 35, 'center'], ['费用（元）', 90, 'right']].map(([title, width, align]) => ({ title, width, align }));
const document = (samples, rows) => ({
  title: '原材料检测预委托单', laboratory: '浙东交通工程检测中心有限公司', code: '预委托编号 TU001-2026-00001', qr: '预委托编号 TU001-2026-00001',
  header: Array.from({ length: 14 }, (_, index) => [`栏目${index}`, '云岭至安溪高速公路工程']),
  samples: Array.from({ length: samples }, (_, index) => ({ heading: `样品 ${index + 1}　普通硅酸盐水泥`, specification: 'P·O 42.5', right: '2 组　小计 1,320.00 元', facts: [['代表数量', '500 t'], ['样品数量', '12 kg']], columns, rows: parameters(rows), note: '' })),
  totalLeft: '样品', totalRight: '预估费用合计', signatures: ['委托人签名', '见证人签名', '收样人签名', '收样日期'], pageLine: '第 {page} 页，共 {pages} 页', digestLine: '', printedLine: '', createdAt: '2026-11-20T02:42:00.000Z',
});

export default async ({ short }) => {
  const rows = [];
  for (const [what, samples, lines, times] of [['one page a document', 2, 6, short ? 10 : 60], ['twenty pages a document', 40, 12, short ? 2 : 6]]) {
    await renderPdf(document(samples, lines));
    let pages = 0;
    const started = process.hrtime.bigint();
    for (let i = 0; i < times; i++) pages += (await renderPdf(document(samples, lines))).pages;
    rows.push({ what, figure: `${(pages / (Number(process.hrtime.bigint() - started) / 1e9)).toFixed(0)} pages / s` });
  }
  return rows;
};
