import type { User } from './user.js';

/** An account in members as the calls spell them, for its history: neither which password counts nor how a third party identifies the person (002 US-003). */
export const spokenUser = ({ userName, profile, unitName, roles, active, bindings = [] }: User): object => ({
  userName,
  name: profile.name,
  mobile: profile.phone,
  emailAddress: profile.email,
  unitName,
  roles,
  isActive: active,
  description: profile.description ?? '',
  thirdParties: bindings.map(({ thirdType, identity }) => `${thirdType} ${identity.name}`.trim()),
});
