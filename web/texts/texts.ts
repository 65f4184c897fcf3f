import { english, type Texts } from './english.js';

/** The texts of the console, in its language. */
export const texts: Texts = english;
