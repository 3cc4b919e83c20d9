import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { callerOf, requestOf } from '../http/api-request.js';
import type { AskedBy } from './catalogues.js';

/** Longer than any code; what is longer names nobody, and is not told back at length. */
const MAX_CODE = 50;

/** The header Unit-Code of the pre-consignment service, with who asks (002 PRE-001). */
export const Asked = createParamDecorator((_: unknown, context: ExecutionContext): AskedBy => {
  const request = requestOf(context);
  const header = request.headers['unit-code'];
  const code = (Array.isArray(header) ? header[0] : header)?.trim().slice(0, MAX_CODE);
  return { unitCode: code ? code : null, caller: callerOf(request) };
});
