/**
 * Everything that is loaded only when it is needed, in one file: the history, changing many buttons, findings,
 * copying, and the keys on paper.
 */
export { ChangeScreen } from './changes/change.js';
export { ChangesScreen } from './changes/changes.js';
export { CopyDialog } from './device/copying/copy-dialog.js';
export { GiveDialog } from './device/copying/give-dialog.js';
export { KeysCard } from './device/keys-card.js';
export { FindingsScreen } from './findings.js';
export { RelabelDialog, ReplaceDialog } from './number/change-dialogs.js';
export { ProposeDialog } from './changes/propose-dialog.js';
export { NotReviewed } from './changes/review-dialog.js';
