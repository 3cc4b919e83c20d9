// Named checks and their report: passed, failed and why, skipped and why.

/** Thrown by a check that cannot be made here; the reason is part of the report. */
export class SkippedError extends Error {}
/** Thrown by a check whose promise does not hold. */
class FailedCheckError extends Error {}

/** @throws FailedCheckError with the expected and the actual value */
export const expectThat = (isTrue, message) => {
  if (!isTrue) throw new FailedCheckError(message);
};

export const skip = (reason) => {
  throw new SkippedError(reason);
};

/**
 * Runs checks one after another and prints a line for each. `groups` are `[title, [[name, check], ...]]`.
 * @returns whether no check failed
 */
export const runChecks = async (groups, write = (line) => process.stdout.write(`${line}\n`)) => {
  const counts = { ok: 0, broken: 0, skipped: 0 };
  for (const [title, checks] of groups) {
    write(`\n${title}`);
    for (const [name, check] of checks) {
      const outcome = await run(check);
      counts[outcome.kind] += 1;
      write(`  ${outcome.kind.padEnd(8)}${name}${outcome.reason ? `\n          ${outcome.reason}` : ''}`);
    }
  }
  write(`\n${counts.ok} ok, ${counts.broken} broken, ${counts.skipped} skipped`);
  return counts.broken === 0;
};

const run = async (check) => {
  try {
    await check();
    return { kind: 'ok' };
  } catch (error) {
    if (error instanceof SkippedError) return { kind: 'skipped', reason: error.message };
    const cause = error instanceof FailedCheckError ? '' : ` (${error.cause?.code ?? error.name})`;
    return { kind: 'broken', reason: `${error.message}${cause}` };
  }
};
