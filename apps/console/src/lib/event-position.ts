/** How long a list waits for a write of this page: much later, every view has it. */
const LIST_WAIT_MS = 60_000;

let newest: { position: string; at: number } | null = null;

/** Remembers X-Event-Position of a command's response. Positions have a fixed width and sort as text (ADR-001). */
export const rememberPosition = (position: string | null): void => {
  if (!position || (newest && newest.position >= position)) return;
  newest = { position, at: Date.now() };
};

/** The `atLeast` of a list read: the newest write of this page, while a view may still lag (ADR-021). */
export const atLeast = (): string | undefined =>
  newest && Date.now() - newest.at < LIST_WAIT_MS ? newest.position : undefined;

/** For another start, e.g. when another user signs in. */
export const forgetPosition = (): void => {
  newest = null;
};
