/** The keyboard commands. */
export const keyboard = {
  palette: {
    title: 'Go to or do something',
    placeholder: 'Number, name, page or action',
    lookUp: (text: string) => `Look up “${text}”`,
    nothing: 'No match.',
    groups: { lookUp: 'Look up', actions: 'On this page', pages: 'Pages', recent: 'Recent' },
  },
  pages: { home: 'Look up', changes: 'Changes', state: 'State' },
  help: {
    title: 'Keyboard shortcuts',
    titleWithHelp: 'Help',
    open: 'Help and keyboard shortcuts',
    single: 'Use one-key shortcuts',
    singleLead:
      'Turn them off if they disturb a screen reader or dictation. They never work while you type in a field.',
    groups: { everywhere: 'Everywhere', lists: 'In a list', typing: 'While typing in a field of a list' },
  },
  keys: {
    search: 'Go to the field to look something up',
    palette: 'Look up, go to a page, or do something on this page',
    help: 'Show this help',
    review: 'Review and save',
    undo: 'Undo the last step, outside a text field',
    arrows: 'Move between cells',
    ends: 'First and last cell of a row; with Ctrl, of the list',
    edit: 'Type in the cell',
    add: 'Add an entry, in a gap or at the end',
    insert: 'Insert an entry here, and shift down',
    move: 'Move the entry to an index',
    step: 'Move the entry up or down by one',
    remove: 'Remove the entry',
    copy: 'Copy the text of the cell',
    next: 'Next field of the row',
    done: 'Back to the cell; your text stays',
  },
};
