/** Listeners of the composer. */
import { action, shortcut, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { followComposer, followLink, openMore, switchComposerAccount, switchComposerBoard } from './composer.js'
import { composeByButton, composeByShortcut, composeFromMessage, useSlot } from './open.js'
import { previewComposer } from './preview.js'
import { boardOptions, sectionOptions } from './options.js'
import { submitComposer } from './submit.js'

export const composerListeners = {
  globalShortcuts: {
    [shortcut.newPin]: composeByShortcut,
  },
  messageShortcuts: {
    [shortcut.makePin]: composeFromMessage,
  },
  actions: {
    [action.newPin]: composeByButton,
    [action.useSlot]: useSlot,
    [action.composerAccount]: switchComposerAccount,
    [action.composerBoard]: switchComposerBoard,
    [action.composerMore]: openMore,
    [action.composerPreview]: previewComposer,
    [action.composerWhen]: followComposer,
    [action.composerTime]: followComposer,
    [action.composerLink]: followLink,
    [action.composerAlsoOn]: followComposer,
    [action.composerInterval]: followComposer,
  },
  options: {
    [action.composerBoard]: boardOptions,
    [action.composerSection]: sectionOptions,
    [action.composerAlsoOn]: boardOptions,
  },
  views: {
    [view.composer]: submitComposer,
  },
} as const satisfies Listeners
