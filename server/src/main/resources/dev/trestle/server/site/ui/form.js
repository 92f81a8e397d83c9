import { define, Element, html, nothing } from './element.js';
import { hasText, t } from './texts.js';
import { initial, kindOf, numberOf, problems, resolved, sent } from './schema.js';
import './error.js';
import './field.js';

/** The last part of a path, or of a server's "body/owner", "fields/owner", "body.owner". */
const pathOf = (field, prefixes) => {
  const path = String(field).replaceAll('.', '/').replace(/^\//, '');
  const front = prefixes.find((each) => path === each || path.startsWith(`${each}/`));
  return front === undefined ? path : path.slice(front.length).replace(/^\//, '');
};

/** "screenVersion" as people read it: "Screen version". */
const spelled = (name) => {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1).replaceAll(/\b([A-Z])(?=[a-z])/g, (letter) => letter.toLowerCase());
};

/**
 * A form from a JSON schema, such as that of an operation's request: <t-form .schema=${schema} .value=${{…}} .definitions=${{Name: schema}}
 * .labels=${{owner: 'Owner'}} texts="ops.key" .prefixes=${['body']} submit="Save" .act=${async (value) => …} @changed=${…}>.
 *
 * Each property is a field by its type: text, number, choice, switch, date, time, list, group, or JSON. A label is `labels[path]`, the text
 * `<texts>.<path>`, the schema's title, or the name spelled out (with `verbatim` as it is); a hint is `<texts>.<path>Hint` or the schema's description. What is wrong
 * is said at its field: first by the schema, before anything is sent; then by the server's violations. The first wrong field gets the focus.
 * What was typed stays until the page gives another value. `act` gets the value; without it, a submit sends `form-submit` with it.
 */
class Form extends Element {
  static properties = {
    schema: { attribute: false },
    value: { attribute: false },
    definitions: { attribute: false },
    labels: { attribute: false },
    texts: {},
    prefixes: { attribute: false },
    submit: {},
    verbatim: { type: Boolean },
    act: { attribute: false },
    locked: { attribute: false },
    more: { attribute: false },
    typed: { state: true },
    wrong: { state: true },
    failure: { state: true },
    busy: { state: true },
    said: { state: true },
  };

  constructor() {
    super();
    /** @type {Record<string, import('./schema.js').Schema>} */
    this.definitions = {};
    this.labels = {};
    this.prefixes = ['body', 'fields'];
    /** Paths that cannot be changed. @type {string[]} */
    this.locked = [];
    this.wrong = new Map();
    this.json = new Map();
    this.failure = null;
    this.busy = false;
    this.said = '';
  }

  willUpdate(changed) {
    if (!this.schema || (!changed.has('schema') && !changed.has('value'))) return;
    // By what they say: a page that gives the same again must not take away what was typed.
    const given = JSON.stringify([this.schema, this.value]);
    if (given === this.given) return;
    this.given = given;
    this.typed = structuredClone(this.value ?? initial(this.schema, this.definitions) ?? {});
    this.wrong = new Map();
    this.json = new Map();
    this.failure = null;
  }

  /** What the form holds, as it would be sent. */
  get current() {
    return sent(this.schema, this.typed, this.definitions);
  }

  /** Whether all fits the schema. Nothing is shown of what does not. */
  get isWhole() {
    return problems(this.schema, this.typed, this.definitions).size === 0 && [...this.json.values()].every(({ problem }) => !problem);
  }

  /** Whether all fits the schema; what does not is shown. */
  check() {
    /** @type {[string, string][]} */
    const found = [...problems(this.schema, this.typed, this.definitions)].map(([path, [key, values]]) => [path, t(key, values)]);
    /** @type {[string, string][]} */
    const unread = [...this.json].map(([path, { problem }]) => [path, problem]);
    this.wrong = new Map([...found, ...unread.filter(([, problem]) => problem)]);
    if (this.wrong.size > 0) this.showWrong();
    return this.wrong.size === 0;
  }

  /** Shows what the server refused at the fields that it names; what it says of none stays above. */
  refuse(failure) {
    const wrong = (failure.violations ?? []).map(({ field, message }) => [this.known(pathOf(field, this.prefixes)), message]);
    this.wrong = new Map(wrong.filter(([path]) => path !== null));
    this.failure = {
      ...failure,
      message: failure.message,
      status: failure.status,
      code: failure.code,
      requestId: failure.requestId,
      violations: (failure.violations ?? []).filter(({ field }) => this.known(pathOf(field, this.prefixes)) === null),
    };
    if (this.wrong.size > 0 && this.failure.violations.length === 0) this.failure = null;
    this.showWrong();
  }

  /** The field that shows a path: itself, or the group around it; null if there is none. */
  known(path) {
    for (let at = path; at !== ''; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
      if (this.querySelector(`[data-path="${CSS.escape(at)}"]`)) return at;
    }
    return null;
  }

  async showWrong() {
    this.said = t('ui.form.wrong', { n: this.wrong.size });
    await this.updateComplete;
    const [first] = this.querySelectorAll('[data-wrong]');
    await first?.updateComplete;
    first?.closest('details')?.setAttribute('open', '');
    (first?.querySelector('input, select, textarea') ?? first)?.focus();
  }

  async submitted(event) {
    event.preventDefault();
    this.failure = null;
    this.said = '';
    if (!this.check()) return;
    const value = this.current;
    if (!this.act) {
      this.dispatchEvent(new CustomEvent('form-submit', { detail: value }));
      return;
    }
    this.busy = true;
    try {
      await this.act(value);
    } catch (failure) {
      this.refuse(failure);
    } finally {
      this.busy = false;
    }
  }

  /** Puts a value at a path; undefined takes it away. */
  put(path, value) {
    const names = path.split('/');
    const last = names.pop();
    let at = this.typed;
    names.forEach((name) => {
      at = at[name] ??= {};
    });
    if (value === undefined && !Array.isArray(at)) delete at[last];
    else at[last] = value;
    if (this.wrong.delete(path)) this.wrong = new Map(this.wrong);
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent('changed', { detail: this.typed }));
  }

  at(path) {
    return path.split('/').reduce((at, name) => at?.[name], this.typed);
  }

  label(path, schema) {
    const plain = path.replaceAll(/\/\d+(?=\/|$)/g, '');
    const key = `${this.texts}.${plain.replaceAll('/', '.')}`;
    return (
      this.labels[plain] ??
      (this.texts && hasText(key) ? t(key) : (schema.title ?? (this.verbatim ? path.split('/').at(-1) : spelled(path.split('/').at(-1)))))
    );
  }

  hint(path, schema, required, nullable) {
    const key = `${this.texts}.${path.replaceAll(/\/\d+(?=\/|$)/g, '').replaceAll('/', '.')}Hint`;
    const own = this.texts && hasText(key) ? t(key) : (schema.description ?? '');
    const range = this.range(schema);
    return [own, range, required || kindOf(schema) === 'boolean' ? '' : t(nullable ? 'ui.form.orNull' : 'ui.form.optional')]
      .filter((each) => each !== '')
      .join(' · ');
  }

  range(schema) {
    const { minimum, maximum } = schema;
    if (kindOf(schema) === 'time') return t('ui.form.timeHint');
    const bounded = Math.abs(minimum ?? 0) < 2 ** 31 - 1 && Math.abs(maximum ?? 0) < 2 ** 31 - 1;
    return minimum !== undefined && maximum !== undefined && bounded ? t('ui.form.range', { min: minimum, max: maximum }) : '';
  }

  render() {
    if (!this.schema || !this.typed) return nothing;
    const [own] = resolved(this.schema, this.definitions);
    return html`<form class="stack t-form" novalidate @submit=${this.submitted} aria-busy=${this.busy ? 'true' : 'false'}>
      <span class="sr-only" role="status" aria-live="assertive">${this.said}</span>
      ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}
      <div class="grid">${Object.entries(own.properties ?? {}).map(([name, each]) => this.field(name, each, (own.required ?? []).includes(name), 0))}</div>
      ${this.more ?? nothing}
      ${this.submit ? html`<div class="row"><button type="submit" class="primary" ?disabled=${this.busy}>${this.submit}</button></div>` : nothing}</form>`;
  }

  field(path, schema, required, depth) {
    const [own, nullable] = resolved(schema, this.definitions);
    const kind = kindOf(own, depth);
    const about = {
      path,
      schema: own,
      required,
      nullable,
      depth,
      label: this.label(path, own),
      disabled: own.readOnly || this.locked.includes(path),
    };
    if (kind === 'group') return this.group(about);
    if (kind === 'list') return this.list(about);
    if (kind === 'boolean') return this.switch(about);
    if (kind === 'choice') return this.choice(about);
    return kind === 'json' ? this.free(about) : this.input(about, kind);
  }

  input({ path, schema, required, nullable, label, disabled }, kind) {
    const error = this.wrong.get(path) ?? '';
    const numeric = kind === 'integer' || kind === 'number';
    const value = this.at(path);
    return html`<t-field data-path=${path} ?data-wrong=${error !== ''} label=${label} name=${path} type=${kind === 'lines' ? 'textarea' : kind === 'date' ? 'date' : 'text'}
      value=${value === undefined || value === null ? '' : String(value)} hint=${this.hint(path, schema, required, nullable)} error=${error} ?required=${required} ?disabled=${disabled} ?mono=${numeric || kind === 'time'}
      @input=${(event) => this.put(path, this.read(event.target.value, kind, required, nullable))}></t-field>`;
  }

  read(text, kind, required, nullable) {
    if (text === '') return kind === 'text' || kind === 'lines' ? (required ? '' : nullable ? null : undefined) : nullable ? null : undefined;
    return kind === 'integer' || kind === 'number' ? (numberOf(text) ?? text) : text;
  }

  choice({ path, schema, required, nullable, label, disabled }) {
    const error = this.wrong.get(path) ?? '';
    const value = this.at(path);
    const options = [
      ...(required && value !== undefined ? [] : [['', '']]),
      ...schema.enum.map((each) => [String(each), hasText(`${this.texts}.${path}.${each}`) ? t(`${this.texts}.${path}.${each}`) : String(each)]),
    ];
    return html`<t-field data-path=${path} ?data-wrong=${error !== ''} label=${label} name=${path} type="select" .options=${options} value=${value === undefined || value === null ? '' : String(value)}
      hint=${this.hint(path, schema, required, nullable)} error=${error} ?disabled=${disabled}
      @input=${(event) => this.put(path, schema.enum.find((each) => String(each) === event.target.value) ?? (nullable ? null : undefined))}></t-field>`;
  }

  switch({ path, schema, label, disabled }) {
    const hint = this.hint(path, schema, true, false);
    return html`<div class="check" data-path=${path}><label><input type="checkbox" name=${path} ?disabled=${disabled} .checked=${this.at(path) === true}
      @change=${(event) => this.put(path, event.target.checked)}> ${label}</label>${hint ? html`<span class="hint">${hint}</span>` : nothing}</div>`;
  }

  /** Anything else is typed as JSON, and kept as text while it is none. */
  free({ path, schema, required, nullable, label, disabled }) {
    const kept = this.json.get(path);
    const value = this.at(path);
    const error = this.wrong.get(path) ?? '';
    return html`<t-field class="wide-field" data-path=${path} ?data-wrong=${error !== ''} label="${label} (JSON)" name=${path} type="textarea" rows="3" mono value=${kept?.text ?? (value === undefined ? '' : JSON.stringify(value, null, 2))}
      hint=${this.hint(path, schema, required, nullable)} error=${error} ?disabled=${disabled} @input=${(event) => this.readJson(path, event.target.value)}></t-field>`;
  }

  readJson(path, text) {
    let problem = null;
    let value;
    try {
      value = text.trim() === '' ? undefined : JSON.parse(text);
    } catch (failure) {
      problem = t('ui.form.json', { why: failure.message });
    }
    this.json.set(path, { text, problem });
    if (!problem) this.put(path, value);
  }

  group({ path, schema, required, depth, label }) {
    const value = this.at(path);
    const fields = () =>
      Object.entries(schema.properties).map(([name, each]) => this.field(`${path}/${name}`, each, (schema.required ?? []).includes(name), depth + 1));
    if (!required && (value === undefined || value === null)) {
      return html`<div class="group" data-path=${path}><button type="button" class="plain" data-add=${path} @click=${() => this.put(path, initial(schema, this.definitions) ?? {})}>+ ${label}</button></div>`;
    }
    return html`<fieldset class="group" data-path=${path} tabindex="-1" ?data-wrong=${this.wrong.has(path)}><legend>${label}${required ? nothing : html` <button type="button" class="plain" aria-label=${t('ui.form.remove', { what: label })} @click=${() => this.put(path, undefined)}>✕</button>`}</legend>
      ${this.wrong.has(path) ? html`<p class="wrong">${this.wrong.get(path)}</p>` : nothing}<div class="grid">${fields()}</div></fieldset>`;
  }

  list({ path, schema, required, nullable, depth, label, disabled }) {
    const values = this.at(path) ?? [];
    const hint = this.hint(path, schema, required, nullable);
    const [items] = resolved(schema.items, this.definitions);
    return html`<fieldset class="group" data-path=${path} tabindex="-1" ?data-wrong=${this.wrong.has(path)}><legend>${label} <span class="quiet">(${values.length})</span></legend>
      ${hint ? html`<span class="hint">${hint}</span>` : nothing}${this.wrong.has(path) ? html`<p class="wrong">${this.wrong.get(path)}</p>` : nothing}
      <ol class="entries">${values.map(
        (each, i) => html`<li>${this.field(`${path}/${i}`, { ...items, title: t('ui.form.entry', { n: i + 1 }) }, true, depth + 1)}
        <button type="button" class="plain" ?disabled=${disabled} aria-label=${t('ui.form.remove', { what: `${label} ${i + 1}` })} @click=${() =>
          this.put(
            path,
            values.filter((other, at) => at !== i),
          )}>✕</button></li>`,
      )}</ol>
      <div><button type="button" data-add=${path} ?disabled=${disabled || values.length >= (schema.maxItems ?? Infinity)} @click=${() => this.add(path, items, values)}>${t('ui.form.add')}</button></div></fieldset>`;
  }

  async add(path, items, values) {
    this.put(path, [...values, initial(items, this.definitions) ?? (kindOf(items) === 'group' ? {} : kindOf(items) === 'boolean' ? false : '')]);
    await this.updateComplete;
    this.querySelector(`[data-path="${CSS.escape(`${path}/${values.length}`)}"]`)
      ?.querySelector('input, select, textarea')
      ?.focus();
  }
}

define('t-form', Form);
