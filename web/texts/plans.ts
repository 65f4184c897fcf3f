import { plans } from './english/plans.js';

/** The texts of plans, in the language that the console speaks. They come with the screens of plans. */
export const planTexts: typeof plans = plans;
