import { Controller } from '@nestjs/common';
import { getUserInfo } from '#contract';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Handles } from '../http/handles.js';

@Controller()
export class GetUserInfo {
  @Handles(getUserInfo)
  handle(@By() { userId, userName, name, roles, unitId, unitType, unitName }: Caller) {
    return { userId, userName, name, roles, unitId, unitType, unitName, avatar: '', introduction: '', status: 1, webUserNotices: [] };
  }
}
