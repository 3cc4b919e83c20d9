// What `@jest/globals` exports, as jest-light-runner has put it into the process.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globalThis;
