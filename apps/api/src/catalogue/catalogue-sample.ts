import { problem, RuleBroken } from '#domain';

/** What is asked of a sample, where the unit offers that. @throws RuleBroken NO_SUCH_CATALOGUE_SAMPLE */
export const ofSample = async <Answer>(asked: Promise<Answer | null>): Promise<Answer> => {
  const answer = await asked;
  if (answer === null) throw new RuleBroken(problem('NO_SUCH_CATALOGUE_SAMPLE'));
  return answer;
};
