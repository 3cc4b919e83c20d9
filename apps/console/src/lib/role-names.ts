import { defineTexts, textOf } from '../i18n/texts.js';
import en from '../locales/en/roles.json' with { type: 'json' };
import es from '../locales/es/roles.json' with { type: 'json' };
import zh from '../locales/zh/roles.json' with { type: 'json' };

const texts = defineTexts('roles', { zh, en, es });

/** A role that the administrator made has no translation: its own name is shown. */
const nameOf = (kind: 'role' | 'actor', role: string): string => {
  const key = `${kind}.${role}`;
  return key in texts.zh ? textOf(texts, key as keyof typeof texts.zh) : role;
};

/** A role of an account. */
export const roleName = (role: string): string => nameOf('role', role);

/** The role of the actor of an event: the side of a user, or a process of the service. */
export const actorRoleName = (role: string): string => nameOf('actor', role);
