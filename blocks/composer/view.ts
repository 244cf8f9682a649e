/** The modal that creates a pin: what every pin needs on one screen, the rest below "More". */
import { composerMemory } from './memory.js'
import type { AnyBlock, ModalView, PlainTextOption } from '@slack/types'
import { boardBlocks, sectionBlocks, seriesBlocks } from './boards.js'
import { extraBlocks } from './extras.js'
import { mediaBlocks } from './media.js'
import { type ComposerModel, isScheduled, pageOf, timeOf } from './model.js'
import { shared, field, when } from '../ids.js'
import { actions, button, inline, input, option, picture, section, text } from '../kit/kit.js'
import { linkTo } from '../kit/link.js'
import { banner } from '../kit/banner.js'
import { withProblem } from '../kit/problem.js'
import { contentInput, moreInputs } from '../pin/content.js'
import { deniedBlocks, warningBlocks } from '../pin/problems/warnings.js'
import { APPROVAL_HINT, whenInputs, timedWords } from '../pin/when.js'
import { descriptionBlock, wordBlocks } from '../trends/words.js'

export const action = {
  composerAccount: 'composer_account',
  composerMore: 'composer_more',
  composerPreview: 'composer_preview',
  composerWhen: 'composer_when',
  composerTime: 'composer_time',
  composerLink: 'composer_link',
  openSlots: 'open_slots',
} as const
export const view = { composer: 'composer' } as const

export const composerView = (model: ComposerModel): ModalView => ({
  type: 'modal',
  callback_id: view.composer,
  title: text('New pin', 24),
  submit: text(submitWords(model), 24),
  close: text('Cancel', 24),
  private_metadata: composerMemory.write(model.memory),
  blocks: withProblem(
    [
      ...inspirationBlocks(model),
      ...accountBlocks(model),
      ...(model.note === undefined ? [] : [banner('warning', model.note)]),
      ...mediaBlocks(model),
      ...copyBlocks(model),
      ...boardBlocks(model),
      ...noSlotBlocks(model),
      ...whenBlocks(model),
      ...warningBlocks(model.warnings),
      ...deniedBlocks(model.denied, model.problem),
      ...(model.memory.more ? moreBlocks(model) : []),
      actions([...(model.memory.more ? [] : [moreButton()]), previewButton()]),
    ],
    model.problem,
  ),
})

const previewButton = () =>
  button({ text: 'Preview', actionId: action.composerPreview, label: 'Preview: the pin as it will look on Pinterest' })

const moreButton = () =>
  button({
    text: 'More',
    actionId: action.composerMore,
    label: 'More: image link, alt text, section, more boards, product tags',
  })

const moreBlocks = (model: ComposerModel): AnyBlock[] => [
  ...moreInputs(model.values),
  ...sectionBlocks(model),
  ...seriesBlocks(model),
  ...extraBlocks(model),
]

/** Another person's pin, shown as inspiration. */
function inspirationBlocks({ memory: { inspiration }, inspiring = null }: ComposerModel): AnyBlock[] {
  if (!inspiration) return []
  const { title, url } = inspiration
  const link = url === undefined ? '' : `\n${linkTo(url, 'View on Pinterest')}`
  return [section(`*Inspiration*\n${inline(title)}${link}`, picture(inspiring, title))]
}

function accountBlocks({ accounts, memory }: ComposerModel): AnyBlock[] {
  if (accounts.length < 2) return []
  const options = accounts.slice(0, 100).map(({ id, username }) => option(username, id))
  const chosen = options.find(({ value }) => value === memory.accountId)
  const element = {
    type: 'static_select',
    action_id: action.composerAccount,
    options,
    ...(chosen && { initial_option: chosen }),
  } as const
  return [input({ blockId: field.account, label: 'Account', element, dispatches: true })]
}

/** The link comes first, because its page supplies the fields left empty. */
function copyBlocks(model: ComposerModel): AnyBlock[] {
  const { values, isNew, defaultLink } = model
  const page = pageOf(model)
  const isFirst = { link: values.link === '', title: values.link !== '' }
  return [
    contentInput('url', values, {
      isFocused: isNew && isFirst.link,
      element: {
        action_id: action.composerLink,
        dispatch_action_config: { trigger_actions_on: ['on_character_entered'] },
      },
      optional: !isScheduled(model) || defaultLink !== null,
      hint:
        defaultLink === null
          ? 'The page people open from the pin. It also fills what you leave empty.'
          : `The page people open from the pin. Left empty: ${defaultLink}`,
      dispatches: true,
    }),
    ...pageBlocks(model, page),
    contentInput('title', values, {
      isFocused: isNew && isFirst.title,
      element: { placeholder: text(page?.title ?? 'The page’s title', 150) },
    }),
    contentInput('description', values, {
      blockId: descriptionBlock(model.memory.wordRound),
      element: { placeholder: text(page?.description ?? 'The page’s description, or the title', 150) },
    }),
    ...wordBlocks(model.suggested),
  ]
}

/** Shows what would be taken from the page. */
function pageBlocks({ values, pagePicture = null }: ComposerModel, page: ReturnType<typeof pageOf>): AnyBlock[] {
  if (!page) return []
  const isPictureUsed = page.pictureUrl !== null && values.keptFiles.length + values.files.length === 0 && values.image === ''
  const words = `*From the page*\n${inline(page.title ?? 'No title')}${isPictureUsed ? '' : '\nYour image is used.'}`
  return [section(words, isPictureUsed ? picture(pagePicture, page.altText ?? page.title ?? '') : undefined)]
}

/** Why a pin becomes a draft although no draft was chosen, with the remedy. */
function noSlotBlocks({ values, nextOpenSlot, scheduling }: ComposerModel): AnyBlock[] {
  if (scheduling === 'never' || values.when !== 'draft' || nextOpenSlot !== null) return []
  const add = scheduling === 'direct' ? button({ text: 'Add posting times', actionId: action.openSlots }) : undefined
  return [section(':warning: No open slots, so this is saved as a draft. Choose “Exact time” to schedule it.', add)]
}

/** An input with an id of its own, because the value of the full input is not among its options. */
const draftAlone = (draft: PlainTextOption): AnyBlock =>
  input({
    blockId: `${field.when}.drafts`,
    label: 'When',
    element: { type: 'radio_buttons', action_id: shared.value, options: [draft], initial_option: draft },
    hint: 'Only schedulers and admins can schedule pins. Save a draft and ask one of them.',
  })

function whenBlocks(model: ComposerModel): AnyBlock[] {
  const { values, accounts, memory } = model
  if (model.scheduling === 'never') return [draftAlone(option('Save as draft', when.draft))]
  return whenInputs({
    ...model,
    chosen: values.when,
    at: values.at,
    accountZone: accounts.find(({ id }) => id === memory.accountId)?.timezone,
    hasDraft: true,
    ...(model.scheduling === 'asks' && { hint: APPROVAL_HINT }),
    told: { choice: action.composerWhen, time: action.composerTime },
  })
}

/** The words of the submit button, at most 24 characters, with the time if it is known: `Schedule for Mon 7:15 PM`. */
function submitWords(model: ComposerModel): string {
  const { values, scheduling } = model
  if (scheduling === 'never' || values.when === 'draft') return 'Save draft'
  if (scheduling === 'asks') return 'Ask for approval'
  if (values.alsoOn.length > 0) return `Schedule ${values.alsoOn.length + 1} pins`
  return timedWords(['Schedule for', 'Schedule'], timeOf(model), model, 'Schedule pin')
}
