import { createContext, use } from 'react';
import { wordsOf } from './words.js';

/** The texts of the page in the language of the session. */
export const WordsContext = createContext(wordsOf('en'));

export const useWords = () => use(WordsContext);
