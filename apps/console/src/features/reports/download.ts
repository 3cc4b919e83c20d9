import { getReportFile, type ScheduledReport } from '#contract';
import { reportFailure } from '../../lib/failures.js';
import { call } from '../../lib/http.js';

/** Saves reports one after the other, each through a ticket of its own. A failure alerts and leaves the rest. */
export const downloadReports = async (reports: readonly ScheduledReport[]): Promise<void> => {
  try {
    for (const { reportId } of reports) {
      const { url, name } = await call(getReportFile, { query: { id: reportId } });
      save(url, name);
    }
  } catch (error) {
    reportFailure(error);
  }
};

/** The browser's own way of keeping a file: the page stays where it is. */
const save = (url: string, name: string): void => {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
};
