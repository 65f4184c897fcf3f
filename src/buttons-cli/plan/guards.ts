import { Stop } from '../stop.js';
import { countsOf, type Plan } from './plan.js';

/** What a plan may do without being asked twice. */
export interface Guards {
  readonly maxDevices: number;
  readonly allowRemovals: boolean;
}

/** How many devices a plan may change unless it is told otherwise. */
export const usualMaxDevices = 50;

/** @returns the options without which a plan is not carried out; empty where it may be */
export function missingOptions(plan: Plan, { maxDevices, allowRemovals }: Guards): string[] {
  const { devices, removed } = countsOf(plan);
  return [
    ...(devices > maxDevices ? [`--max-devices ${devices}`] : []),
    ...(removed > 0 && !allowRemovals ? ['--allow-removals'] : []),
  ];
}

/** @throws Stop where the plan changes more devices than it may, or removes buttons and may not */
export function checkGuards(plan: Plan, guards: Guards): void {
  const missing = missingOptions(plan, guards);
  if (missing.length === 0) return;
  const { devices, removed } = countsOf(plan);
  const reasons = [
    ...(devices > guards.maxDevices ? [`changes ${devices} devices`] : []),
    ...(removed > 0 && !guards.allowRemovals ? [`removes ${removed} ${removed === 1 ? 'button' : 'buttons'}`] : []),
  ];
  throw new Stop(
    `this plan ${reasons.join(' and ')}; nothing was changed. Where that is meant, add ${missing.join(' ')}`,
  );
}
