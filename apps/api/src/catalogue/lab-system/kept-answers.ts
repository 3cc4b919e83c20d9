/** How long an answer holds, and how long a failure: a form asks the same several times in a row, and a system that is down is not asked by everybody again. */
const KEPT_MS = 15_000;
const FAILED_MS = 2_000;
const MOST = 500;

/** What was asked a moment ago, for all who ask the same; the oldest answers go first. */
export class KeptAnswers {
  private readonly kept = new Map<string, { answer: Promise<unknown>; until: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The kept answer to this question, else a new one. */
  ask<Answer>(question: string, answer: () => Promise<Answer>): Promise<Answer> {
    const known = this.kept.get(question);
    if (known && known.until > this.now()) return known.answer as Promise<Answer>;
    const entry = { answer: answer(), until: Infinity };
    this.kept.delete(question);
    this.kept.set(question, entry);
    entry.answer.then(
      () => (entry.until = this.now() + KEPT_MS),
      () => (entry.until = this.now() + FAILED_MS),
    );
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MOST) break;
      this.kept.delete(oldest);
    }
    return entry.answer;
  }
}
