import type { Family } from '#contract';
import type { Failure } from './failure.js';

/** The payload in the envelope of its family (ADR-010). */
export const successEnvelope = (family: Family, result: unknown, successCode = 20000): unknown => {
  switch (family) {
    case 'platform':
      return { result, success: true, error: null, unAuthorizedRequest: false, targetUrl: null, __abp: true };
    case 'pre':
      return { code: successCode, message: '', data: result };
    case 'v1':
    case 'plain':
      return result;
  }
};

/** A failure in the clothes of its family; `status` travels beside it. */
export const failureEnvelope = (family: Family, failure: Failure, requestId: string): unknown => {
  const { status, code, message, details, issues, params } = failure;
  switch (family) {
    case 'platform':
      return {
        result: null,
        success: false,
        error: { code, message, details, validationErrors: issues.length > 0 ? issues.map(toValidationError) : null },
        unAuthorizedRequest: status === 401,
        targetUrl: null,
        __abp: true,
      };
    case 'pre':
      // The family's code is a number; a rule is told by its name beside it.
      return {
        code: status * 100,
        message,
        data: null,
        ...(params || code.startsWith('LAB_SYSTEM_') ? { reason: code } : {}),
        ...(issues.length > 0 ? { errors: issues } : {}),
      };
    case 'v1':
    case 'plain':
      return {
        type: `urn:problem:${code.toLowerCase().replaceAll('_', '-')}`,
        title: message,
        status,
        detail: details,
        code,
        instance: `urn:request:${requestId}`,
        ...(params && Object.keys(params).length > 0 ? { params } : {}),
        ...(issues.length > 0 ? { errors: issues } : {}),
      };
  }
};

export const contentTypeOf = (family: Family): string =>
  family === 'v1' || family === 'plain' ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8';

const toValidationError = ({ path, message }: { path: string; message: string }) => ({ message, members: [path] });
