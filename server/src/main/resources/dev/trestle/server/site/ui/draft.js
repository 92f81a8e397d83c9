// What was typed into a form and not saved. It is kept in this tab for the person who typed it, through Escape, an error and a reload.
import { scope } from '/session.js';

const PREFIX = 'trestle.draft';
const CHARACTERS_MAX = 100_000;

const nameOf = (key) => `${PREFIX} ${scope() ?? ''} ${key}`;

/**
 * What is kept under a key, by the names of fields.
 * @param {string} key
 * @returns {Record<string, string>}
 */
function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(key))) ?? {};
  } catch {
    return {};
  }
}

/**
 * Forgets what was typed: it was saved, or given up.
 * @param {string} key
 */
export const dropDraft = (key) => sessionStorage.removeItem(nameOf(key));

/**
 * Whether something is kept under a key.
 * @param {string} key
 */
export const isDrafted = (key) => sessionStorage.getItem(nameOf(key)) !== null;

/** The draft of one form. Only fields that were changed are kept: of the others, what others save meanwhile holds. */
export class Draft {
  /** @param {string} key such as "unisync.create" */
  constructor(key) {
    this.key = key;
    this.pending = read(key);
    this.isRestored = Object.keys(this.pending).length > 0;
  }

  /**
   * Keeps what is typed in the fields of an element.
   * @param {Element} element
   */
  keep(element) {
    const fields = [...element.querySelectorAll('t-field')].filter((each) => each.name && each.isEdited);
    const values = { ...this.pending, ...Object.fromEntries(fields.map((each) => [each.name, each.value])) };
    const text = JSON.stringify(values);
    if (Object.keys(values).length === 0) dropDraft(this.key);
    else if (text.length <= CHARACTERS_MAX) sessionStorage.setItem(nameOf(this.key), text);
  }

  /**
   * Fills fields with what was kept. Fields that are shown later are filled when this is called again.
   * @param {Element} element
   */
  async restore(element) {
    for (const field of element.querySelectorAll('t-field')) {
      if (!(field.name in this.pending)) continue;
      const value = this.pending[field.name];
      delete this.pending[field.name];
      await field.updateComplete;
      const before = field.control.value;
      field.control.value = value;
      // A choice that is no longer offered.
      if (field.control.value !== value) field.control.value = before;
      tell(field.control);
    }
  }

  /**
   * Gives up what was typed, and shows what was there before.
   * @param {Element} element
   */
  discard(element) {
    this.pending = {};
    this.isRestored = false;
    for (const field of element.querySelectorAll('t-field')) {
      if (!field.isEdited) continue;
      field.control.value = field.given;
      tell(field.control);
    }
    dropDraft(this.key);
  }
}

function tell(control) {
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
