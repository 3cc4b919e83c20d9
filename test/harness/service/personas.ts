/**
 * Who may call what, written by hand from the specifications and ADR-016, never derived from permissions.ts:
 * the two tables check each other. "stranger" has no session; every other caller is signed in with that one role.
 */
export const personas = ['stranger', 'client', 'lab', 'admin', 'auditor', 'operator'] as const;
export type Persona = (typeof personas)[number];

export const allPersonas: Persona[] = [...personas];
/**
 * Session, branding and lists that every console page needs, whatever the role (000 section 6: "any other role" still
 * has a session).
 */
export const signInPersonas: Persona[] = ['client', 'lab', 'admin', 'auditor', 'operator'];
/**
 * Consignment contents: the two units, the administrator who sees all, the auditor who reads everything; never the
 * operator. What names persons an auditor is given masked, and files not at all (FILE_WITHHELD): that is the
 * operation's own no.
 */
export const readingPersonas: Persona[] = ['client', 'lab', 'admin', 'auditor'];
/**
 * "Client actions" of 000 section 4: only staff of the owning consigning unit act on a draft, an administrator does
 * not.
 */
export const clientPersona: Persona[] = ['client'];
/** "Testing-unit actions (pageSource 4)" of 000 section 4. */
export const labPersona: Persona[] = ['lab'];
