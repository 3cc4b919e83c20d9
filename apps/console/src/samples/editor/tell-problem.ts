import { messageOfProblem, type Problem } from '#domain';
import { alertUser } from '../../components/alert-dialog.js';
import { warn } from '../../components/toaster.js';
import { language } from '../../i18n/language.js';
import { PARAMETERS } from './sample-draft.js';

/** Tells what keeps a sample from being saved and leads to it (001 SF-018); what must be a number, in a window of its own (SF-019). */
export const tellProblem = (problem: Problem, form: HTMLElement | null): void => {
  const message = messageOfProblem(problem, language());
  if (problem.code === 'ONLY_NUMBERS') void alertUser({ message });
  else warn(message);
  form
    ?.querySelector<HTMLElement>(
      problem.path === PARAMETERS
        ? '[data-section="parameters"] .parameter-verb'
        : `[name="${problem.path}"], [data-section="${problem.path}"] input`,
    )
    ?.focus();
};
