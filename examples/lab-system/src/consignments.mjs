// What the platform tells this system, or asks it, about consignments and reports that this laboratory works on.

const success = (data) => ({ code: 20000, message: '', data });
const labIdOf = (code) => `LAB-${code}`;

/** Answers as the catalogue does; null for a path that is none of these. `ownUrl`: where the platform reaches this system. */
export const openConsignmentCalls = ({ store, ownUrl }) => {
  /**
   * How a consignment stands here, for a platform that has missed a push. The status is told only while the step of this laboratory is
   * newer than what the platform last told: an older one would take the consignment back.
   */
  const stateOf = (id) => {
    const consignment = store.consignment(id);
    if (!consignment) return [];
    const { code, own, express, isBilled, report } = consignment;
    return [
      {
        consignInfoID: id,
        LimsConsignID: labIdOf(code),
        ...(own ? { consignStatus: own.status, changeTime: own.at, changeDescription: own.remark } : {}),
        ...(own ? { operUserNameFriendly: own.operator } : {}),
        ...(isBilled ? { isConsignBillGened: true, consignBillFile: `${ownUrl}/bills/${id}.pdf` } : {}),
        ...(express ? { expressBusiness: express.business, expressNumber: express.number } : {}),
        reports: report ? [{ reportID: report.id, reportNumber: report.number, reportStatus: report.status }] : [],
      },
    ];
  };
  const noteCall = (text, details, data = true) => {
    store.note('asked', text, details);
    return success(data);
  };

  const calls = {
    // A consignment was submitted. The feed tells the rest; the answer says under which number this laboratory keeps it. A message that
    // comes again gets the same number.
    'POST pre/message': ({ preConsignCode = '', consignProject = '' }) =>
      noteCall(`message ${preConsignCode}`, consignProject, { LimsConsignID: labIdOf(preConsignCode) }),
    'GET pre/consign/state': ({ consignInfoIDs = '' }) => success(consignInfoIDs.split(',').flatMap(stateOf)),
    // Reports are pushed with their files, so the platform has them itself.
    'GET pre/report/pdf-file': () => success(false),
    'GET pre/report/video/list': () => success([]),
    'POST pre/report/video/application': ({ reportId = '', remark = '' }) => noteCall(`videos of ${reportId}`, remark),
    'POST pre/check/report/issue': ({ reportId = '', content = '' }) => noteCall(`issue with ${reportId}`, content),
    'GET pre/evaluate/write': () => success(`${ownUrl}/`),
  };

  return (method, path, members) => {
    const name = Object.keys(calls).find((call) => {
      const [callMethod, pathPrefix] = call.split(' ');
      return method === callMethod && (path === pathPrefix || path.startsWith(`${pathPrefix}/`));
    });
    return name === undefined ? null : calls[name](members);
  };
};
