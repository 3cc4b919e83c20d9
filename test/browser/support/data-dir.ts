/** Where this worker's server keeps its data; see playwright.config.ts. */
export const DATA_DIR = `.cache/e2e/${process.env['TEST_PARALLEL_INDEX'] ?? 0}`;
