/**
 * Ratio of neighbouring buckets. With it, the middle of a bucket differs by at most a tenth from every duration in it.
 */
const FACTOR = 1.2;

/** The number of durations in each bucket, by the number of the bucket. */
export type Buckets = Record<string, number>;

/** The number of the bucket of a duration in ms. */
export const bucketOf = (ms: number): number => Math.round(Math.log(Math.max(1, ms)) / Math.log(FACTOR));

/** The duration in ms that at least this share of all does not exceed, within a tenth; null without any. */
export const quantileOf = (buckets: Buckets, share: number): number | null => {
  const sortedBuckets = Object.entries(buckets)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .sort((a, b) => a.bucket - b.bucket);
  const rank = share * sortedBuckets.reduce((sum, { count }) => sum + count, 0);
  let cumulativeCount = 0;
  for (const { bucket, count } of sortedBuckets) {
    cumulativeCount += count;
    if (cumulativeCount >= rank) return Math.round(FACTOR ** bucket);
  }
  return null;
};
