// What a change of a stage brings about, by the server's rules: what the page says before it is made. The server decides.
import { locale, t } from '/ui/texts.js';
import { STAGES } from './stages.js';

/** The number that rises when work on a stage begins again. */
const NUMBERS = { screen: 'screenVersion', structure: 'revitVersion', integrated: 'revitVersion', drawing2d: 'drawingVersion' };

/**
 * What follows if a stage of a ShowSet gets a status.
 *
 * @param {object} showSet
 * @param {string} stage
 * @param {string} to
 * @returns {{raises: {type: string, from: number, to: number} | null, sentBack: string[], isRefused: boolean}} the number that rises, the later stages that
 *   become revision_required, and whether its lock refuses it
 */
export function consequences(showSet, stage, to) {
  const from = showSet.stages[stage].status;
  const isAgain = to === 'in_progress' && (from === 'complete' || from === 'revision_required');
  const type = NUMBERS[stage];
  return {
    raises: isAgain && type ? { type, from: showSet[type], to: showSet[type] + 1 } : null,
    sentBack:
      isAgain && from === 'complete' ? STAGES.slice(STAGES.indexOf(stage) + 1).filter((later) => showSet.stages[later].status === 'complete') : [],
    isRefused: to === 'in_progress' && from !== to && Boolean(showSet.lockedAt),
  };
}

const listed = (all) => new Intl.ListFormat(locale).format(all);

/** The same in words, a line each, for one ShowSet or for several. */
export function consequenceLines(showSets, stage, to) {
  const all = showSets.map((each) => consequences(each, stage, to)).filter((each) => !each.isRefused);
  const raised = all.filter((each) => each.raises);
  const sentBack = STAGES.map((later) => ({ later, n: all.filter((each) => each.sentBack.includes(later)).length })).filter(({ n }) => n > 0);
  const status = t('unisync.status.revision_required');
  const lines = [];
  if (showSets.length === 1) {
    raised.forEach(({ raises }) => lines.push(t('unisync.then.raises', { number: t(`unisync.${raises.type}`), from: raises.from, to: raises.to })));
    if (sentBack.length > 0)
      lines.push(
        t('unisync.then.sentBack', { n: sentBack.length, stages: listed(sentBack.map(({ later }) => t(`unisync.stage.${later}`))), status }),
      );
  } else {
    if (raised.length > 0) lines.push(t('unisync.then.raisesIn', { n: raised.length, number: t(`unisync.${raised[0].raises.type}`) }));
    if (sentBack.length > 0)
      lines.push(
        t('unisync.then.sentBack', {
          n: sentBack.length,
          stages: listed(sentBack.map(({ later, n }) => `${t(`unisync.stage.${later}`)} (${n})`)),
          status,
        }),
      );
  }
  const refused = showSets.filter((each) => consequences(each, stage, to).isRefused).length;
  if (refused > 0 && showSets.length > 1) lines.push(t('unisync.then.locked', { n: refused }));
  return lines;
}
