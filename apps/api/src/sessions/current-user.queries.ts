import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { getCurrentLoginInformations, getLoginPage, getUserInfo, ResultOf } from '#contract';
import { load } from '#domain/event-sourcing';
import { user } from '#domain/users';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { permissionsOf } from '../auth/grants.js';
import { Sessions } from '../auth/sessions.js';
import { UnitManagerAccess } from '../auth/unit-managers.js';
import { Users } from '../auth/users.js';
import { listNoticesFor } from '../notices/notices.queries.js';
import { ENGINES, OPTIONS, type ApiOptions } from '../injection-tokens.js';
import { DEFAULT_TENANT } from '../tenants/default-tenant.js';
import { findUnopenedUnit, readUnitName } from '../units/unit-state.js';

/** The running release. A test compares the version with package.json. */
export const RELEASE = { version: '0.1.0', releaseDate: '2026-11-22' } as const;

/** Maximum number of notices after a sign-in. */
const MAX_NOTICES = 10;

/** The caller with roles, unit, permissions, preferences and notices. */
export class GetUserInfo extends Query<ResultOf<typeof getUserInfo>> {
  constructor(
    readonly webUrl: string,
    readonly caller: Caller,
    readonly token: string,
  ) {
    super();
  }
}

@QueryHandler(GetUserInfo)
export class GetUserInfoHandler implements IQueryHandler<GetUserInfo> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly unitManagers: UnitManagerAccess,
  ) {}

  async execute({ webUrl, caller, token }: GetUserInfo): Promise<ResultOf<typeof getUserInfo>> {
    const { userId, userName, name, roles, allRoles = roles, unitId, unitType, via } = caller;
    const { eventStore } = this.engines;
    const [{ state }, permissions, unitName, unopened, isUnitManager] = await Promise.all([
      load(eventStore, user, userId),
      permissionsOf(eventStore, { roles, unitId }),
      readUnitName(eventStore, caller),
      findUnopenedUnit(eventStore, caller),
      unitId !== null && via === undefined && this.unitManagers.isManager(unitId, userId),
    ]);
    const notices = await listNoticesFor(this.engines.views, caller, { webUrl, limit: MAX_NOTICES });
    const webUserNotices = notices.map(({ title, content, sendTime, testUnitId, testUnitName }) => ({
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
      token,
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

/** The application, and the user and tenant of a token if it is valid. */
export class GetCurrentLogin extends Query<ResultOf<typeof getCurrentLoginInformations>> {
  constructor(
    readonly token: string | null,
    readonly at: Date,
  ) {
    super();
  }
}

@QueryHandler(GetCurrentLogin)
export class GetCurrentLoginHandler implements IQueryHandler<GetCurrentLogin> {
  constructor(
    private readonly sessions: Sessions,
    private readonly users: Users,
    @Inject(OPTIONS) private readonly options: ApiOptions,
  ) {}

  async execute({ token, at }: GetCurrentLogin): Promise<ResultOf<typeof getCurrentLoginInformations>> {
    const application = {
      ...RELEASE,
      features: { registration: true, thirdPartyLogin: (this.options.providers ?? []).length > 0 },
    };
    const caller = await this.sessions.callerOf(token, at);
    const currentUser = caller && (await this.users.byId(caller.userId));
    if (!caller || !currentUser) return { application, user: null, tenant: null };
    const { name, email } = currentUser.profile;
    return {
      application,
      user: { id: caller.userId, name, surname: '', userName: caller.userName, emailAddress: email },
      tenant: DEFAULT_TENANT,
    };
  }
}

/** The login page of a host. */
export class GetLoginPage extends Query<ResultOf<typeof getLoginPage>> {
  constructor(readonly host: string) {
    super();
  }
}

@QueryHandler(GetLoginPage)
export class GetLoginPageHandler implements IQueryHandler<GetLoginPage> {
  constructor(@Inject(OPTIONS) private readonly options: ApiOptions) {}

  async execute({ host }: GetLoginPage) {
    const { otherLoginHost } = this.options;
    const isOther = Boolean(otherLoginHost) && host.toLowerCase() === otherLoginHost?.toLowerCase();
    return { page: isOther ? ('plain' as const) : ('standard' as const) };
  }
}

export const currentUserQueryHandlers = [GetUserInfoHandler, GetCurrentLoginHandler, GetLoginPageHandler];
