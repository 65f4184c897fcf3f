import { english, type Texts } from './english.js';

/** The texts of the console, in the language that it speaks. */
export const texts: Texts = english;
