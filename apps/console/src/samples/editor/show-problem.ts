import { messageOfProblem, type Problem } from '#domain/rules';
import { openAlertDialog } from '../../components/alert-dialog.js';
import { toastWarning } from '../../components/toaster.js';
import { language } from '../../i18n/language.js';
import { PARAMETERS_MEMBER } from './sample-draft.js';

/**
 * Shows what keeps a sample from being saved and leads to it (001 SF-018); a problem with a number is shown in a
 * separate dialog (SF-019).
 */
export const showProblem = (problem: Problem, form: HTMLElement | null): void => {
  const message = messageOfProblem(problem, language());
  if (problem.code === 'ONLY_NUMBERS') void openAlertDialog({ message });
  else toastWarning(message);
  form
    ?.querySelector<HTMLElement>(
      problem.path === PARAMETERS_MEMBER
        ? '[data-section="parameters"] .parameter-action'
        : `[name="${problem.path}"], [data-section="${problem.path}"] input`,
    )
    ?.focus();
};
