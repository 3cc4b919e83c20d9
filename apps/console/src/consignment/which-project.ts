import type { ProjectRow } from '#contract';

type Told = Pick<ProjectRow, 'contractSectName' | 'projectCode' | 'description' | 'constructionUnit'>;

/**
 * Which of several projects of one name it is: its section and number, else what it says of itself, else its owner. A form without a
 * field for sections names one only where nothing else tells the project apart.
 */
export const whichProject = (
  { contractSectName, projectCode, description, constructionUnit }: Told,
  showsSectName: boolean,
): string =>
  [showsSectName && contractSectName, projectCode].filter(Boolean).join('　') ||
  description ||
  contractSectName ||
  constructionUnit;
