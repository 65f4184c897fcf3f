import { plans } from './english/plans.js';

/** The texts of plans, in the language of the console. They are loaded with the screens of plans. */
export const planTexts: typeof plans = plans;
