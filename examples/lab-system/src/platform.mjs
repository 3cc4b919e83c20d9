// The calls of the platform that a laboratory system makes, with its access key.
import { setTimeout as pause } from 'node:timers/promises';

const ILIS = '/api/services/app/ILISIntegration/';
/** Tries of a call before it is given up. Every call here may be repeated: the platform does a repeated push once. */
const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** The feed may hold an answer for 30 seconds. */
const TIMEOUT_MS = 45_000;

/** A call that the platform refused: repeating it would not help. `code` is stable, the message is for people. */
export class RefusedError extends Error {
  constructor(status, { code = '', title, detail, message, details } = {}) {
    super([message ?? title, details ?? detail].filter(Boolean).join(': ') || `HTTP ${status}`);
    this.status = status;
    this.code = code;
  }
}

/** `url` is the web address of the platform, `accessKey` the secret `lk_...` of the key. */
export const openPlatform = ({ url, accessKey }) => {
  const call = async (method, path, { query, json, form, signal } = {}) => {
    const address = new URL(path, url);
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) address.searchParams.set(name, value);
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(address, {
        method,
        headers: {
          authorization: `Bearer ${accessKey}`,
          'accept-language': 'zh',
          ...(json ? { 'content-type': 'application/json' } : {}),
        },
        body: json ? JSON.stringify(json) : form,
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
      }).catch((error) => {
        if (signal?.aborted || attempt === MAX_ATTEMPTS) throw error;
        return null;
      });
      const isTransient = response === null || response.status === 429 || response.status >= 502;
      if (!isTransient || attempt === MAX_ATTEMPTS) return readResult(response);
      await response?.body?.cancel();
      await pause(retryDelayMs(attempt, response), undefined, { signal });
    }
  };

  return {
    /** Events behind a cursor (null: from the first day); the answer waits up to `waitS` seconds for the first one. */
    feed: (afterCursor, waitS, signal) =>
      call('GET', '/api/v1/feed', { query: { after: afterCursor ?? undefined, limit: 200, wait: waitS }, signal }),
    detail: (id) => call('GET', `${ILIS}GetConsignInfoDetail`, { query: { id } }),
    /** 30 audit passed, 40 rejected, 60 samples received, 90 returned; between 60, 70 and 80. */
    pushStatus: (id, consignStatus, { remark, operator, at }) =>
      call('POST', `${ILIS}PushConsignStatus`, {
        json: {
          consignInfoIDs: id,
          consignStatus,
          changeTime: at,
          changeDescription: remark,
          operUserNameFriendly: operator,
        },
      }),
    pushBill: (id, address) =>
      call('POST', `${ILIS}PushConsignBillGenStatus`, {
        json: { consignInfoID: id, isConsignBillGened: true, consignBillFile: address },
      }),
    /** `dataType` 1: a consignment, 2: a report. */
    pushExpress: (dataType, id, business, number) =>
      call('POST', `${ILIS}PushExpressInfo`, {
        json: { dataType, dataKeys: id, expressNos: number, expressBusiness: business },
      }),
    pushReport: (report) => call('POST', `${ILIS}PushReportInfo`, { json: report }),
    pushReportFile: (reportId, name, content) => {
      const form = new FormData();
      form.append('file', new Blob([content], { type: 'application/pdf' }), name);
      return call('POST', `/api/v1/lab/reports/${reportId}/file`, { form });
    },
  };
};

/** What the platform says to wait, else twice as long each time, and never in step with other systems. */
const retryDelayMs = (attempt, response) => {
  const seconds = Number(response?.headers.get('retry-after'));
  const delayMs = seconds > 0 ? seconds * 1000 : FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
  return Math.min(delayMs, LONGEST_WAIT_MS);
};

/** The result out of the envelope of the specification's calls, or the answer of `/api/v1` as it is. @throws RefusedError */
const readResult = async (response) => {
  const text = await response.text();
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    throw new RefusedError(response.status, { message: text.slice(0, 200) });
  }
  if ('success' in body) {
    if (!body.success) throw new RefusedError(response.status, body.error ?? {});
    return body.result;
  }
  if (!response.ok) throw new RefusedError(response.status, body);
  return body;
};
