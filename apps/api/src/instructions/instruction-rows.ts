import type { InstructionRow, InstructionText } from '#contract';
import type { InstructionRow as StoredRow } from '#domain';
import type { Users } from '../auth/users.js';
import { namesOf } from '../consignments/names-of.js';

/** Rows for the administration, with the names of their authors as they are today (ADR-020). */
export const toInstructionRows = async (users: Users, rows: readonly StoredRow[]): Promise<InstructionRow[]> => {
  const nameOf = await namesOf(
    users,
    rows.flatMap(({ creatorId, lastModifierId }) => [creatorId, lastModifierId]),
  );
  return rows.map(({ creatorId, lastModifierId, ...row }) => ({
    ...row,
    creatorUser: nameOf(creatorId),
    lastModifierUser: nameOf(lastModifierId),
  }));
};

export const toInstructionText = ({
  id,
  type,
  title,
  content,
  creationTime,
  lastModificationTime,
}: StoredRow): InstructionText => ({ id, type, title, content, creationTime, lastModificationTime });
