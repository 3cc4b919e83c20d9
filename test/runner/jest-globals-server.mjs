// The exports of `@jest/globals`, which jest-light-runner has put into the process.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globalThis;
