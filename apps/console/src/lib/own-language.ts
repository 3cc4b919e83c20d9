import { changeLanguage, type UserInfo } from '#contract';
import { chooseLanguage, type Language, language } from '../i18n/language.js';
import { logHandledFailure } from './failures.js';
import { callOperation } from './http.js';
import { queryClient } from './queries.js';
import { readToken } from './token.js';

/** Switches the language. For a signed-in user, the next session on any computer starts in it (002 US-016). */
export const saveLanguage = async (choice: Language): Promise<void> => {
  await chooseLanguage(choice);
  if (readToken() === null) return;
  try {
    await callOperation(changeLanguage, { body: { languageName: choice } });
    queryClient.setQueryData<UserInfo>(['GetUserInfo'], (user) => user && { ...user, language: choice });
  } catch (error) {
    logHandledFailure(error); // this screen uses it anyway
  }
  // Names of statuses and the like come from the service in the requested language. The current user is not read again:
  // if the choice could not be stored, the previous language would come back.
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'GetUserInfo' });
};

/** The language that the user chose in an earlier session, on any computer. */
export const applyUserLanguage = async ({ language: userLanguage }: Pick<UserInfo, 'language'>): Promise<void> => {
  if (userLanguage && userLanguage !== language()) await chooseLanguage(userLanguage);
};
