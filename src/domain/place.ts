/**
 * A place in the order of everything that the history stores. Each change gets one when it begins, and another each time
 * that more becomes known about it. The store gives the numbers, in the order in which they are stored; clocks do not
 * matter.
 */
export type Place = number;
