// Every shared element, for pages that use several.
import './badge.js';
import './conflict.js';
import './dialog.js';
import './error.js';
import './field.js';
import './id.js';
import './progress.js';
import './table.js';
import './tabs.js';
import './time.js';
import './work.js';
import './tree.js';
