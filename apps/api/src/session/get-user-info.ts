import { Controller, Inject, Req } from '@nestjs/common';
import { getUserInfo } from '#contract';
import { load } from '#domain/event-sourcing';
import { user } from '#domain/users';
import type { Engines } from '#engines';
import { bearerTokenOf } from '../auth/access.guard.js';
import type { Caller } from '../auth/caller.js';
import { permissionsOf } from '../auth/grants.js';
import { UnitManagerAccess } from '../auth/unit-managers.js';
import { CurrentUser, type ApiRequest } from '../http/api-request.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { listNoticesFor } from '../notices/notices.queries.js';
import { ENGINES } from '../provided.js';
import { readUnitName, findUnopenedUnit } from '../units/unit-state.js';

/** So many notices are shown after a login. */
const NOTICES = 10;

@Controller()
export class GetUserInfo {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly acting: UnitManagerAccess,
  ) {}

  @HandlesOperation(getUserInfo)
  async handle(
    @Input() { webUrl = '' }: InputOf<typeof getUserInfo>,
    @CurrentUser() caller: Caller,
    @Req() request: ApiRequest,
  ) {
    const { userId, userName, name, roles, allRoles = roles, unitId, unitType, via } = caller;
    const { eventStore } = this.engines;
    const [{ state }, permissions, unitName, unopened, isUnitManager] = await Promise.all([
      load(eventStore, user, userId),
      permissionsOf(eventStore, { roles, unitId }),
      readUnitName(eventStore, caller),
      findUnopenedUnit(eventStore, caller),
      unitId !== null && via === undefined && this.acting.isManager(unitId, userId),
    ]);
    const shown = await listNoticesFor(this.engines.views, caller, { webUrl, limit: NOTICES });
    const webUserNotices = shown.map(({ title, content, sendTime, testUnitId, testUnitName }) => ({
      title,
      content,
      sendTime,
      testUnitId,
      testUnitName,
    }));
    return {
      userId,
      userName,
      name,
      roles,
      unitId,
      unitType,
      unitName,
      userType: unitType,
      token: bearerTokenOf(request) ?? '',
      allRoles: [...allRoles],
      permissions,
      unitIsUnopened: unopened !== null,
      language: state?.language ?? null,
      theme: state?.theme ?? null,
      ...(via && { via }),
      isUnitManager,
      avatar: '',
      introduction: state?.profile.description ?? '',
      status: 1,
      webUserNotices,
    };
  }
}
