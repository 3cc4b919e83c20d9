/**
 * How many bytes of uploads may lie in memory at once. A file is judged whole, up to 100 MB of it, so that a handful of them sent
 * together would otherwise end the process for everybody.
 */
export class UploadMemory {
  private held = 0;

  constructor(private readonly maxBytes: number) {}

  /** Makes room for more of one upload; false when there is none, and nothing is taken then. */
  take(bytes: number): boolean {
    if (this.held + bytes > this.maxBytes) return false;
    this.held += bytes;
    return true;
  }

  release(bytes: number): void {
    this.held -= bytes;
  }
}
