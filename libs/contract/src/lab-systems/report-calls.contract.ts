import { z } from 'zod';
import { Guid, operation } from '../operation.js';
import { code, paragraphs } from '../texts.js';

const P = '/api/pre/';
const source = 'PRE-019';
/** The full key of a report: the code of its laboratory, and its id there. */
const fullKey = z.object({ unitCode: code(100), id: Guid });

/** `url` opens the file: for a few minutes if it is stored here, otherwise at the laboratory. */
export const checkReportPdf = operation({
  name: 'CheckReportPdf',
  family: 'pre',
  method: 'GET',
  path: `${P}report/pdf-file/:unitCode/:id/check`,
  summary: 'Whether the file of a report is there to be opened, and where',
  source,
  query: fullKey,
  result: z.object({ exists: z.boolean(), url: z.string().nullable() }),
});

export const ReportVideo = z.object({ id: z.string(), name: z.string(), url: z.string().nullable() });
export type ReportVideo = z.infer<typeof ReportVideo>;
export const listReportVideos = operation({
  name: 'ListReportVideos',
  family: 'pre',
  method: 'GET',
  path: `${P}report/video/list`,
  summary: 'Videos of the tests of a report, as its laboratory’s system has them; none without one',
  source,
  query: z.object({ reportId: Guid }),
  result: z.array(ReportVideo),
});
export const applyForReportVideo = operation({
  name: 'ApplyForReportVideo',
  family: 'pre',
  method: 'POST',
  path: `${P}report/video/application`,
  summary: 'A client asks the laboratory for the videos of a report; refused where the laboratory has no system',
  source,
  body: z.object({ reportId: Guid, remark: paragraphs(200).default('') }),
  result: z.literal(true),
});

/**
 * `isForwarded`: the laboratory's system has received the issue. Otherwise only `isIssued` is answered, from the data
 * here.
 */
export const checkReportIssue = operation({
  name: 'CheckReportIssue',
  family: 'pre',
  method: 'POST',
  path: `${P}check/report/issue`,
  summary:
    'A client sends an issue with a report to the laboratory’s system; without one it learns whether the report is issued',
  source,
  body: z.object({ reportId: Guid, content: paragraphs(500).default('') }),
  result: z.object({ isForwarded: z.boolean(), isIssued: z.boolean() }),
});

/** `address` is the evaluation page of the laboratory's system. */
export const getReportEvaluation = operation({
  name: 'GetReportEvaluation',
  family: 'pre',
  method: 'GET',
  path: `${P}evaluate/write/:unitCode/model/on/line`,
  summary: 'Where a client evaluates a report in its laboratory’s system; refused where the laboratory has none',
  source,
  query: fullKey,
  result: z.object({ address: z.string() }),
});
