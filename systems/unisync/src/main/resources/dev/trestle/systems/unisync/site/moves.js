// How stages are moved on the board: at a cell, by a number, by a dragged card, for many ShowSets at once.
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { avatar } from '/ui/avatar.js';
import { confirmed } from '/ui/dialog.js';
import { words } from '/ui/error.js';
import { openInlineMenu } from '/ui/inline-menu.js';
import { mayStage, post, showSetPath, STAGES, STATUSES } from './api.js';
import { askAgain, askText, forEachRow } from './bulk.js';
import { changeStage, nameOf, saveStage } from './edits.js';
import { consequenceLines, consequences } from './rules.js';
import { glyph } from './status.js';

const NOBODY = '';

/** What of these all have; null if they differ. */
const common = (rows, of) => (rows.every((row) => of(row) === of(rows[0])) ? of(rows[0]) : null);

export class Moves {
  /** @param {object} board the page: its user, names and rows, applyAnswer(), and what it shows of work that runs */
  constructor(board) {
    this.board = board;
  }

  heading(rows, stage) {
    return `${rows.length === 1 ? rows[0].showSetId : t('unisync.count', { n: rows.length })} · ${t(`unisync.stage.${stage}`)}`;
  }

  /** Opens the menu of statuses at an element; `at` is marked first. */
  async askStatus(rows, stage, anchor, at) {
    const now = common(rows, (row) => row.stages[stage].status);
    const lock = (status) => (rows.every((row) => consequences(row, stage, status).isRefused) ? t('unisync.locked') : undefined);
    /** @type {import('/ui/inline-menu.js').Choice[]} */
    const items = STATUSES.map((id, i) => ({
      id,
      text: t(`unisync.status.${id}`),
      icon: glyph(id),
      key: String(i + 1),
      checked: id === now,
      disabled: lock(id),
      then: consequenceLines(rows, stage, id),
    }));
    if (stage !== 'inBim360') {
      const who = common(rows, (row) => row.stages[stage].assignedTo ?? NOBODY);
      items.push({
        id: 'assign',
        apart: true,
        text: who ? t('unisync.assignedToName', { name: nameOf(this.board.names, who) }) : t('unisync.assign'),
        hint: '…',
      });
    }
    if (rows.length === 1) items.push({ id: 'details', text: t('unisync.details'), hint: '…' });
    const chosen = await openInlineMenu({
      anchor,
      label: this.heading(rows, stage),
      heading: this.heading(rows, stage),
      placeholder: t('unisync.typeStatus'),
      items,
      at,
    });
    if (chosen === 'assign') await this.askPerson(rows, stage, anchor);
    else if (chosen === 'details') this.board.editing = { showSet: rows[0], stage };
    else if (chosen) await this.setStatus(rows, stage, chosen);
  }

  /** A number was pressed: done at once if nothing else follows from it. */
  setOrAsk(rows, stage, status, anchor) {
    const asks = consequenceLines(rows, stage, status).length > 0 || rows.length > 1;
    return asks ? this.askStatus(rows, stage, anchor, status) : this.setStatus(rows, stage, status);
  }

  async askPerson(rows, stage, anchor) {
    const { names, user } = this.board;
    const now = common(rows, (row) => row.stages[stage].assignedTo ?? NOBODY);
    const known = names.some(({ userId }) => userId === now) || !now ? names : [...names, { userId: now, name: now }];
    const people = [...known].sort((one, other) => Number(other.userId === user.userId) - Number(one.userId === user.userId));
    const items = [
      { id: NOBODY, text: t('unisync.nobody'), checked: now === NOBODY },
      ...people.map(({ userId, name }) => ({
        id: userId,
        text: userId === user.userId ? t('unisync.me', { name }) : name,
        icon: avatar(name),
        checked: userId === now,
      })),
    ];
    const chosen = await openInlineMenu({
      anchor,
      label: this.heading(rows, stage),
      heading: this.heading(rows, stage),
      placeholder: t('unisync.typeName'),
      items,
    });
    if (chosen !== null) await this.assign(rows, stage, chosen || null);
  }

  /** From the bar of what is selected: which stage, then what. */
  async askStage(rows, what, anchor) {
    const { user } = this.board;
    const items = STAGES.filter((stage) => mayStage(user, stage) && (what === 'status' || stage !== 'inBim360')).map((stage, i) => ({
      id: stage,
      text: t(`unisync.stage.${stage}`),
      key: String(i + 1),
    }));
    const stage =
      items.length === 1
        ? items[0].id
        : await openInlineMenu({
            anchor,
            label: t('unisync.stage'),
            heading: t('unisync.count', { n: rows.length }),
            placeholder: t('unisync.stage'),
            items,
          });
    if (!stage) return;
    if (what === 'status') await this.askStatus(rows, stage, anchor);
    else await this.askPerson(rows, stage, anchor);
  }

  /** A status for one ShowSet or several; to send back asks for what has to be revised, once. */
  async setStatus(rows, stage, status) {
    const moving = rows.filter((row) => row.stages[stage].status !== status);
    if (moving.length === 0) return;
    let note = null;
    if (status === 'revision_required') {
      note = await askText({
        heading: this.heading(moving, stage),
        label: t('unisync.revisionNote'),
        hint: t('unisync.revisionHint'),
        action: t('unisync.sendBack'),
      });
      if (!note) return;
    }
    const said = note ? { revisionNote: note.text, revisionNoteLang: note.lang } : {};
    if (moving.length === 1)
      await this.saveOne(
        moving[0],
        stage,
        { status: { status, ...(note ? { note: note.text, lang: note.lang } : {}) } },
        t(`unisync.status.${status}`),
      );
    else await this.saveMany(moving, stage, (row) => changeStage({ showSet: row, stage, change: { status, ...said } }));
  }

  async assign(rows, stage, userId) {
    const moving = rows.filter((row) => (row.stages[stage].assignedTo ?? null) !== userId);
    if (moving.length === 0) return;
    if (moving.length === 1)
      await this.saveOne(moving[0], stage, { assignedTo: userId }, userId ? nameOf(this.board.names, userId) : t('unisync.nobody'));
    else await this.saveMany(moving, stage, (row) => changeStage({ showSet: row, stage, change: { assignedTo: userId } }));
  }

  /** Of what another has changed meanwhile, the person decides. */
  async saveOne(row, stage, mine, said) {
    const { board } = this;
    try {
      const answer = await saveStage({ showSet: row, tag: undefined, stage, mine, names: board.names });
      if (!answer) return;
      board.applyAnswer((answer.saved ?? answer.now).data);
      board.told = `${row.showSetId} ${t(`unisync.stage.${stage}`)}: ${said}`;
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  saveMany(rows, stage, save) {
    return this.run(rows, this.heading(rows, stage), async (row) => this.board.applyAnswer(await save(row)));
  }

  /** A note for each of several ShowSets. */
  async addNotes(rows) {
    const heading = `${t('unisync.addNote')} · ${t('unisync.count', { n: rows.length })}`;
    const note = await askText({ heading, label: t('unisync.newNote'), hint: t('unisync.mentionHint'), action: t('unisync.addNote') });
    if (note) await this.run(rows, heading, (row) => post(showSetPath(row.showSetId, '/notes'), { text: note.text, language: note.lang }));
  }

  /** Does something for each row, and says what could not be done. Those rows stay selected. */
  async run(rows, heading, act) {
    const { board } = this;
    let rest = rows;
    for (;;) {
      const stopped = new AbortController();
      const stop = () => stopped.abort();
      board.live.addEventListener('abort', stop);
      board.running = { done: 0, total: rest.length, stop };
      const { done, failed, left } = await forEachRow(rest, act, {
        signal: stopped.signal,
        onProgress: (n) => {
          board.running = { ...board.running, done: n };
        },
      });
      board.running = null;
      if (failed.length === 0 && left.length === 0) {
        toast(t('unisync.bulk.done', { n: done.length }));
        return;
      }
      const missed = [...failed.map(({ row }) => row.showSetId), ...left.map((row) => row.showSetId)];
      board.selected = new Set(missed);
      if (!(await askAgain({ heading, done, failed, left }))) return;
      // As they are by now: what another has changed was shown.
      rest = missed.map((id) => board.rows.get(id)).filter(Boolean);
      if (rest.length === 0) return;
    }
  }

  /** A card was dropped on another status. */
  async drop({ row, status }, stage) {
    const lines = consequenceLines([row], stage, status);
    const isAgreed =
      lines.length === 0 ||
      (await confirmed({
        heading: this.heading([row], stage),
        text: lines.join(' '),
        label: t(`unisync.status.${status}`),
        act: async () => {},
      }));
    if (isAgreed) await this.setStatus([row], stage, status);
  }
}
