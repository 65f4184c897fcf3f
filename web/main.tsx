import { render } from 'preact';
import { App } from './app.js';
import './style/tokens.css';
import './style/base.css';
import './style/controls.css';
import './style/layout.css';
import './style/header.css';
import './style/tables.css';
import './style/long-tables.css';
import './style/buttons.css';
import './style/tasks.css';
import './style/edit.css';
import './style/edit-rows.css';
import './style/edit-narrow.css';
import './style/saving.css';
import './style/keyboard.css';
import './style/print.css';
import { signOutWhenIdle } from './state/idle.js';
import { followAddress } from './state/route.js';
import { keepScroll } from './state/scroll.js';
import { showTitle } from './state/title.js';
import { warnOfUnsaved } from './state/unsaved.js';

const root = document.getElementById('console');
if (root) {
  keepScroll();
  followAddress();
  signOutWhenIdle();
  warnOfUnsaved();
  showTitle();
  render(<App />, root);
}
