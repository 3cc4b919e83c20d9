// What the laboratory does with a consignment. Each step is pushed to the platform, which tells the client.
import { randomUUID } from 'node:crypto';
import { onePagePdf } from './pdf.mjs';

/** `ownUrl`: where the platform reaches this system, for files it is told to fetch. */
export const openWork = ({ platform, store, ownUrl, operator }) => {
  const done = (what, id) => store.note('push', `${what} ${store.consignment(id)?.code ?? id}`);
  const steps = {
    pass: (id) => platform.pushStatus(id, 30, { remark: '同意', operator }),
    reject: (id, remark) => platform.pushStatus(id, 40, { remark, operator }),
    confirm: (id) => platform.pushStatus(id, 60, { remark: '样品完好', operator }),
    bill: (id) => platform.pushBill(id, `${ownUrl}/bills/${id}.pdf`),
    express: async (id) => {
      const number = `SF${Date.now()}`;
      await platform.pushExpress(1, id, '顺丰速运', number);
      store.mark(id, { express: number });
    },
    /** Registers a report, brings its file and publishes it: three pushes, each of which may be repeated. */
    report: async (id) => {
      const { code, report = { id: randomUUID(), number: `BG-${randomUUID().slice(0, 8)}` } } = store.consignment(id);
      store.mark(id, { report }); // before the first push: a repeated step is the same report
      const pushed = { consignInfoID: id, reportID: report.id, reportNumber: report.number };
      await platform.pushReport({ ...pushed, reportStatus: 30 });
      await platform.pushReportFile(
        report.id,
        `${report.number}.pdf`,
        onePagePdf(`Report ${report.number} of ${code}`),
      );
      await platform.pushReport({ ...pushed, reportStatus: 40 });
    },
  };
  return {
    names: Object.keys(steps),
    /** Takes one step for a consignment. @throws Refused with the sentence of the platform */
    async step(name, id, remark) {
      try {
        await steps[name](id, remark);
        done(name, id);
      } catch (error) {
        store.note('push', `${name} was refused`, error.message);
        throw error;
      }
    },
    bill: (id) => onePagePdf(`Bill of ${store.consignment(id)?.code ?? id}`),
  };
};
