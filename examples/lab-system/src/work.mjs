// What the laboratory does with a consignment. Each step is kept here first and then pushed to the platform, which tells the client. A
// push that was lost is made again by the same step, or found when the platform synchronises (consignments.mjs).
import { randomUUID } from 'node:crypto';
import { onePagePdf } from './pdf.mjs';
import { RefusedError } from './platform.mjs';

/** Status codes of the platform that a push may lead to. */
const [PASSED, REJECTED, RECEIVED] = [30, 40, 60];
const [ISSUED, PUBLISHED] = [30, 40];

/** `ownUrl`: where the platform reaches this system, for files it is told to fetch. */
export const openWork = ({ platform, store, ownUrl, operator }) => {
  const pushStatus = async (id, status, remark) => {
    const at = new Date().toISOString();
    store.updateConsignment(id, { own: { status, remark, operator, at } });
    try {
      await platform.pushStatus(id, status, { remark, operator, at });
    } catch (error) {
      // What the platform forbids did not happen; what only did not arrive stays as it is here.
      if (error instanceof RefusedError) store.updateConsignment(id, { own: null });
      throw error;
    }
  };
  const steps = {
    pass: (id) => pushStatus(id, PASSED, '同意'),
    reject: (id, remark) => pushStatus(id, REJECTED, remark),
    confirm: (id) => pushStatus(id, RECEIVED, '样品完好'),
    bill: async (id) => {
      store.updateConsignment(id, { isBilled: true });
      await platform.pushBill(id, `${ownUrl}/bills/${id}.pdf`);
    },
    express: async (id) => {
      const { express = { business: '顺丰速运', number: `SF${Date.now()}` } } = store.consignment(id);
      store.updateConsignment(id, { express });
      await platform.pushExpress(1, id, express.business, express.number);
    },
    /** Registers a report, brings its file and publishes it: three pushes, each of which may be repeated. */
    report: async (id) => {
      const { code, report = { id: randomUUID(), number: `BG-${randomUUID().slice(0, 8)}` } } = store.consignment(id);
      store.updateConsignment(id, { report: { ...report, status: ISSUED } });
      const reportIds = { consignInfoID: id, reportID: report.id, reportNumber: report.number };
      await platform.pushReport({ ...reportIds, reportStatus: ISSUED });
      await platform.pushReportFile(
        report.id,
        `${report.number}.pdf`,
        onePagePdf(`Report ${report.number} of ${code}`),
      );
      store.updateConsignment(id, { report: { ...report, status: PUBLISHED } });
      await platform.pushReport({ ...reportIds, reportStatus: PUBLISHED });
    },
  };
  return {
    names: Object.keys(steps),
    /** Takes one step for a consignment. @throws RefusedError with the sentence of the platform */
    async step(name, id, remark) {
      try {
        await steps[name](id, remark);
        store.note('push', `${name} ${store.consignment(id).code}`);
      } catch (error) {
        store.note('push', `${name} was not taken over`, error.message);
        throw error;
      }
    },
    bill: (id) => onePagePdf(`Bill of ${store.consignment(id)?.code ?? id}`),
  };
};
