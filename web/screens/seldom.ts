/**
 * Everything that is loaded only when it is needed, in one file: the history, plans, changing many buttons, findings,
 * copying, and the keys on paper.
 */
export { ChangeScreen } from './changes/change.js';
export { ChangesScreen } from './changes/changes.js';
export { RunScreen } from './changes/run.js';
export { CopyDialog } from './device/copying/copy-dialog.js';
export { GiveDialog } from './device/copying/give-dialog.js';
export { KeysCard } from './device/keys-card.js';
export { FindingsScreen } from './findings.js';
export { RemoveDialog, ReplaceDialog } from './number/change-dialogs.js';
export { PlanScreen } from './plans/plan.js';
export { PlansScreen } from './plans/plans.js';
export { ProposeDialog } from './plans/propose-dialog.js';
export { RelabelScreen } from './relabel/relabel.js';
export { RunView } from './runs/run-view.js';
