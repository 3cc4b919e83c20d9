import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { getGuid } from '#contract';
import { Handles } from '../http/handles.js';

/** A new GUID for clients that cannot make one themselves (002 ILIS-008). */
@Controller()
export class GetGuid {
  @Handles(getGuid)
  handle(): string {
    return randomUUID();
  }
}
