import { describe, expect, it } from '@jest/globals';
import { catalogueSample } from '#domain/catalogue';
import { pdfDocument, pdfStatusOf } from '#domain/documents';
import { handle, load } from '#domain/event-sourcing';
import { settings as unitSettings } from '#domain/units';
import { cement } from '#harness/domain/catalogue-story';
import { CODE, header, LAB_UNIT, people, sample, settings } from '#harness/domain/consignment-story';
import { newCommandContext, requestPdf, appendSubmission, executeCommands } from '#harness/worker/consignment-in-log';
import { simulateFullDisk, filesOnDisk } from '#harness/worker/disk';
import { pdfText } from '#harness/worker/pdf-text';
import { HOUR } from '#harness/worker/test-engines';
import { waitUntilRecorded } from '#harness/worker/until-recorded';
import { workerUnderTest } from '#harness/worker/worker-under-test';

const test = workerUnderTest();
const store = () => test.engines.eventStore;
const waitForResults = (id: string, count = 1) =>
  waitUntilRecorded(store(), `document-${id}`, ['PdfGenerated', 'PdfFailed'], count);
const loadDocument = async (id: string) => {
  const { state } = await load(store(), pdfDocument, id);
  const { head } = await store().read(`consignment-${id}`);
  return { ...state, status: pdfStatusOf(state, head.revision, { prices: true, estimate: true }, null) };
};
const loadText = async (id: string) => {
  const file = await test.engines.files.get((await loadDocument(id)).ready?.fileHash ?? '');
  return pdfText(file?.content ?? new Uint8Array());
};
const jobs = async () => (await test.engines.jobs.find({ name: 'render-pdf' })).jobs;

describe('A requested PDF', () => {
  it('is rendered and contains the consignment', async () => {
    const standards = [
      {
        baBaseStandardId: 's',
        baseStandardName: '试验规程',
        baseStandardCode: 'JTG 3420-2020',
        baseStandardClauseCode: '',
        baseStandardType: 1,
        useType: '1',
        limsUniqueKey: '',
        isDefault: true,
        executeDate: null,
        expireDate: null,
      } as const,
    ];
    const [parameter] = sample().parameters;
    const material = sample({
      specificationType: 'P·O 42.5',
      testGroupCount: 2,
      testParamFee: '2640.00',
      parameters: parameter ? [{ ...parameter, totalFee: '1320.00', standards: [...standards] }] : [],
    });
    const id = await appendSubmission(store(), { samples: [material], header: header({ memo: '雨天勿送样' }) });
    test.startWorker();
    await requestPdf(store(), id);
    await waitForResults(id);
    expect(await loadDocument(id)).toMatchObject({ status: 1, ready: { pages: 1 } });
    const text = await loadText(id);
    for (const expectedText of [
      '原材料检测预委托单',
      CODE,
      '宁波路桥',
      '浙东交通工程检测中心',
      '沿海高速公路',
      '公路工程综合甲级',
      '陈工',
      '张三',
      '李四',
      '雨天勿送样',
      '水泥',
      'P·O 42.5',
      '2 组',
      '抗压强度',
      'JTG 3420-2020',
      '1,320.00',
      '小计 2,640.00 元',
      '样品 1 个，2 组',
      '预估费用合计',
      '2026-03-01 16:00',
      '第 1 页，共 1 页',
    ]) {
      expect(text).toContain(expectedText);
    }
  });

  it('in another language is a separate document: labels are translated, user input and digest stay', async () => {
    const id = await appendSubmission(store(), {
      samples: [sample({ testGroupCount: 2 })],
      header: header({ memo: '雨天勿送样' }),
    });
    test.startWorker();
    const renderText = async (language: 'zh' | 'en' | 'es') => {
      await requestPdf(store(), id, { language });
      const documentId = language === 'zh' ? id : `${id}.${language}`;
      await waitForResults(documentId);
      const { state } = await load(store(), pdfDocument, documentId);
      const file = await test.engines.files.get(state.ready?.fileHash ?? '');
      expect(file?.name).toBe(language === 'zh' ? `${CODE}.pdf` : `${CODE}.${language}.pdf`);
      return pdfText(file?.content ?? new Uint8Array());
    };
    const [zh, en, es] = [await renderText('zh'), await renderText('en'), await renderText('es')];
    for (const expectedText of [
      'Raw-Material Test Pre-Consignment',
      `Pre-consignment no. ${CODE}`,
      'Consigning',
      'Contact',
      'Delivery',
      '1 sample, 2 groups',
      'subtotal 100.00 yuan',
      'Estimated fee in total',
      'Signature of contact',
      'Page 1 of 1',
    ])
      expect(en).toContain(expectedText);
    for (const expectedText of [
      'Preencargo de ensayo de materiales',
      `N.º de preencargo ${CODE}`,
      'Acreditación',
      '1 muestra, 2 grupos',
      'subtotal 100.00 yuanes',
      'Firma del testigo',
      'Página 1 de 1',
    ])
      expect(es).toContain(expectedText);
    for (const translation of [en, es]) {
      for (const input of ['宁波路桥', '陈工', '雨天勿送样', '水泥', '抗压强度']) expect(translation).toContain(input);
      for (const label of ['委托单位', '见证人', '样品数量', '检测参数', '小计', '收样'])
        expect(translation).not.toContain(label);
    }
    const digestOf = (text: string) => /(?:内容摘要|Digest|Resumen) ((?:[0-9a-f]{4} ?){3})/.exec(text)?.[1]?.trim();
    expect([digestOf(zh), digestOf(en), digestOf(es)]).toEqual([digestOf(zh), digestOf(zh), digestOf(zh)]);
    expect(digestOf(zh)).toMatch(/^[0-9a-f ]{14}$/);
    expect((await jobs()).map(({ subject }) => subject)).toEqual([id, id, id]);
  });

  it('omits what the laboratory hides, and prints the laboratory’s requirements for samples', async () => {
    const { id: catalogueId, ...listed } = cement;
    const requirements = [
      { id: 'r-1', paramIds: [], defaultSampleDescription: '<h3>数量</h3><p>不少于12kg</p>', orderNum: 1 },
    ];
    await handle(
      store(),
      catalogueSample,
      catalogueId,
      { type: 'List', fact: { type: 'SampleListed', data: { sample: { ...listed, requirements } } } },
      newCommandContext(),
    );
    await handle(
      store(),
      unitSettings,
      LAB_UNIT,
      {
        type: 'ChangeUnitSettings',
        unitType: 1,
        params: { IsConsignHidePrice: '1', IsConsignHideEstimatedCost: '1' },
        reason: '合同约定',
      },
      newCommandContext(),
    );
    const id = await appendSubmission(store(), { samples: [sample({ testUnitSampleId: catalogueId })] });
    test.startWorker();
    await requestPdf(store(), id);
    await waitForResults(id);
    const text = await loadText(id);
    expect(text).toContain('收样要求：不少于12kg');
    for (const hiddenText of ['100.00', '小计', '费用']) expect(text).not.toContain(hiddenText);
  });

  it('shows the consignment as it was at the time of the request, also after later changes', async () => {
    const id = await appendSubmission(store());
    await executeCommands(
      store(),
      id,
      { type: 'Cancel', by: people.client, description: '' },
      { type: 'SaveHeader', by: people.client, header: header({ memo: '旧备注' }), settings },
    );
    await requestPdf(store(), id);
    await executeCommands(store(), id, {
      type: 'SaveHeader',
      by: people.client,
      header: header({ memo: '新备注' }),
      settings,
    });
    test.startWorker();
    await waitForResults(id);
    expect((await loadDocument(id)).status).toBe(4);
    const text = await loadText(id);
    expect([text.includes('旧备注'), text.includes('新备注')]).toEqual([true, false]);
  });

  it('is rendered once, however often its request is delivered', async () => {
    test.startWorker();
    test.startWorker();
    const id = await appendSubmission(store());
    const requestId = await requestPdf(store(), id);
    await test.jobIs('render-pdf', requestId, 'done', 1);
    const lastId = await appendSubmission(store());
    await requestPdf(store(), lastId);
    await waitForResults(lastId);
    expect(await jobs()).toHaveLength(2);
    expect(await waitForResults(id)).toHaveLength(1);
    expect((await store().read(`document-${id}`)).events).toHaveLength(2);
  });

  it('is rendered after a loss of jobs only if it has not been answered', async () => {
    const [completedId, pendingId] = [await appendSubmission(store()), await appendSubmission(store())];
    const worker = test.startWorker();
    await requestPdf(store(), completedId);
    await waitForResults(completedId);
    await worker.stop();
    const requestId = await requestPdf(store(), pendingId);
    await test.loseJobs();
    test.startWorker();
    await waitForResults(pendingId);
    await test.jobIs('render-pdf', requestId, 'done');
    expect(await jobs()).toHaveLength(1);
    expect(await waitForResults(completedId)).toHaveLength(1);
  });

  it('from more than 24 hours ago waits for an operator, who can start it', async () => {
    const id = await appendSubmission(store());
    const requestId = await requestPdf(store(), id);
    test.clock.pass(24 * HOUR + 1);
    test.startWorker();
    await test.jobIs('render-pdf', requestId, 'failed', 0);
    expect((await jobs())[0]?.error).toBe('The request is older than 24 hours and was never answered.');
    expect((await loadDocument(id)).status).toBe(2);
    expect(await test.engines.jobs.retry(`${requestId}.render-pdf`)).toBe(true);
    await waitForResults(id);
    expect((await loadDocument(id)).status).toBe(1);
  });

  it('that was imported is history and starts no job', async () => {
    test.startWorker();
    const [importedId, newId] = [await appendSubmission(store()), await appendSubmission(store())];
    await requestPdf(store(), importedId, { imported: true });
    const requestId = await requestPdf(store(), newId);
    await test.jobIs('render-pdf', requestId, 'done');
    expect((await jobs()).map(({ id }) => id)).toEqual([`${requestId}.render-pdf`]);
  });

  it('that fails at every attempt is recorded with its reason, and a retry of its job makes it ready', async () => {
    let isFull = true;
    test.startWorker({
      files: filesOnDisk(test.engines.files, () => {
        if (isFull) throw simulateFullDisk();
      }),
    });
    const id = await appendSubmission(store());
    const requestId = await requestPdf(store(), id);
    for (const attempt of [1, 2]) {
      await test.jobIs('render-pdf', requestId, 'waiting', attempt);
      expect((await loadDocument(id)).status).toBe(2);
      test.clock.pass(HOUR);
    }
    await test.jobIs('render-pdf', requestId, 'failed', 3);
    expect(await loadDocument(id)).toMatchObject({ status: 3, reason: 'ENOSPC', ready: null });

    isFull = false;
    await test.engines.jobs.retry(`${requestId}.render-pdf`);
    await waitForResults(id, 2);
    expect(await loadDocument(id)).toMatchObject({ status: 1, reason: '' });
    expect(await loadText(id)).toContain(CODE);
  });

  it('for a consignment that does not exist fails at once', async () => {
    test.startWorker();
    const requestId = await requestPdf(store(), 'nowhere');
    await test.jobIs('render-pdf', requestId, 'failed', 1);
    expect(await loadDocument('nowhere')).toMatchObject({ stage: 'failed', reason: 'The consignment does not exist.' });
  });
});
