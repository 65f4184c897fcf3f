import { changeLists } from './english/change-lists.js';

/** The texts of the page of a change of many lists, in the language of the console. They are loaded with that page. */
export const listTexts: typeof changeLists = changeLists;
