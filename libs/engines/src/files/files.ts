/** Port. File contents, addressed by SHA-256 of the bytes (64 hex digits). Putting the same bytes twice stores them once. */
export interface Files {
  put(content: Uint8Array, meta: { contentType: string; name: string }): Promise<{ hash: string; size: number }>;
  get(hash: string): Promise<{ content: Uint8Array; contentType: string; name: string } | null>;
  delete(hash: string): Promise<void>;
  /** Hashes of the files last put before a time. Putting the same bytes again makes a file young. */
  putBefore(time: Date): AsyncIterable<string>;
  /** Deletes a file unless it was put at that time or later, even at this very moment; says whether it is gone. */
  deletePutBefore(hash: string, time: Date): Promise<boolean>;
}
