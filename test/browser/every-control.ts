/** An app that uses every control the workspace's page shows, and forms over forms. */
import type { AllMiddlewareArgs, App, SlackCommandMiddlewareArgs } from '@slack/bolt'
import type { Block, KnownBlock, ModalView } from '@slack/types'
import { PICTURES } from './chromium.js'

const text = (words: string) => ({ type: 'plain_text' as const, text: words })
const option = (words: string) => ({ text: text(words), value: words })
const card: (KnownBlock | Block)[] = [
  { type: 'header', text: text('Queue of The Maker') },
  {
    type: 'section',
    text: {
      type: 'mrkdwn',
      text: '*Blue vase* on _Kitchen ideas_\n<!date^1772449200^{date_short_pretty} at {time}|later> · <https://shop.test/vase|shop.test>',
    },
    accessory: { type: 'overflow', action_id: 'more', options: [option('Move'), option('Delete')] },
  },
  {
    type: 'section',
    fields: [
      { type: 'mrkdwn', text: '*Board*\nKitchen ideas' },
      { type: 'mrkdwn', text: '*Section*\nShelves' },
    ],
  },
  {
    type: 'actions',
    elements: [
      { type: 'button', action_id: 'edit', style: 'primary', text: text('Edit') },
      {
        type: 'button',
        action_id: 'undo',
        style: 'danger',
        text: text('Undo'),
        confirm: { title: text('Undo?'), text: text('The pin becomes a draft.'), confirm: text('Undo it'), deny: text('Keep') },
      },
      {
        type: 'static_select',
        action_id: 'account',
        placeholder: text('Account'),
        options: [option('The Maker'), option('Milo')],
      },
    ],
  },
  { type: 'context', elements: [{ type: 'mrkdwn', text: 'Times in `Europe/Berlin` <!channel|x>' }] },
  { type: 'divider' },
]
const composer: ModalView = {
  type: 'modal',
  callback_id: 'composer',
  title: text('New pin'),
  submit: text('Schedule'),
  close: text('Cancel'),
  blocks: [
    {
      type: 'input',
      block_id: 'title',
      label: text('Title'),
      element: { type: 'plain_text_input', action_id: 'v', placeholder: text('What is it?') },
    },
    {
      type: 'input',
      block_id: 'copy',
      label: text('Description'),
      optional: true,
      hint: text('Up to 800 characters.'),
      element: { type: 'plain_text_input', action_id: 'v', multiline: true },
    },
    { type: 'input', block_id: 'link', label: text('Link'), element: { type: 'url_text_input', action_id: 'v' } },
    {
      type: 'input',
      block_id: 'board',
      label: text('Board'),
      element: { type: 'external_select', action_id: 'board', min_query_length: 0 },
    },
    {
      type: 'input',
      block_id: 'when',
      label: text('When'),
      dispatch_action: true,
      element: {
        type: 'radio_buttons',
        action_id: 'when',
        initial_option: option('Draft'),
        options: [option('Draft'), option('Next open slot'), option('Exact time')],
      },
    },
    {
      type: 'input',
      block_id: 'at',
      label: text('Time'),
      optional: true,
      element: { type: 'datetimepicker', action_id: 'v', initial_date_time: 1772449200 },
    },
    {
      type: 'input',
      block_id: 'tags',
      label: text('Flags'),
      optional: true,
      element: { type: 'checkboxes', action_id: 'v', options: [option('Simplified'), option('Tell everyone')] },
    },
    {
      type: 'input',
      block_id: 'image',
      label: text('Picture'),
      optional: true,
      element: { type: 'file_input', action_id: 'v', max_files: 1, filetypes: ['png', 'jpg'] },
    },
  ],
}
const below: ModalView = {
  type: 'modal',
  title: text('Below'),
  submit: text('Save'),
  blocks: [
    {
      type: 'section',
      text: text('Elsewhere'),
      accessory: { type: 'overflow', action_id: 'more', options: [option('Move'), option('Delete')] },
    },
    { type: 'actions', elements: [{ type: 'button', action_id: 'zone', text: text('Time zone') }] },
    {
      type: 'input',
      block_id: 'note',
      optional: true,
      label: text('Note'),
      element: { type: 'plain_text_input', action_id: 'v' },
    },
  ],
}
const choice: ModalView = {
  type: 'modal',
  title: text('Choice'),
  submit: text('Save'),
  blocks: [
    {
      type: 'input',
      block_id: 'which',
      label: text('Which'),
      element: {
        type: 'radio_buttons',
        action_id: 'v',
        options: [option('First'), option('Second')],
        initial_option: option('Second'),
      },
    },
  ],
}
const above: ModalView = {
  type: 'modal',
  title: text('Above'),
  submit: text('Save'),
  blocks: [{ type: 'input', block_id: 'hour', label: text('Hour'), element: { type: 'timepicker', action_id: 'v' } }],
}
const picture = { type: 'image', image_url: `${PICTURES}/weeks.svg`, alt_text: 'The coming weeks' }
const turn = (words: string) => ({ type: 'actions', elements: [{ type: 'button', action_id: words, text: text(words) }] })

type OnCommand = (args: SlackCommandMiddlewareArgs & AllMiddlewareArgs) => Promise<unknown>

/**
 * @param own what further words behind /pin do
 * @returns the values of each form that was taken, as they come
 */
export function useEveryControl(app: App, own: Record<string, OnCommand> = {}): Record<string, unknown>[] {
  const submitted: Record<string, unknown>[] = []
  app.command('/pin', async (args) => {
    const { ack, command, client, respond } = args
    await ack()
    const further = own[command.text]
    if (further) await further(args)
    else if (command.text === 'queue') await client.chat.postMessage({ channel: command.channel_id, text: 'Queue', blocks: card })
    else if (command.text === 'help') await respond('`/pin` opens the composer. &lt;script&gt;alert(1)&lt;/script&gt;')
    else await client.views.open({ trigger_id: command.trigger_id, view: { forms: below, choice }[command.text] ?? composer })
  })
  for (const name of ['edit', 'undo', 'account', 'more', 'when']) app.action(name, async ({ ack }) => ack())
  app.options('board', async ({ ack, options }) =>
    ack({
      options: ['Kitchen ideas', 'Garden'].filter((name) => name.toLowerCase().includes(options.value.toLowerCase())).map(option),
    }),
  )
  app.view('composer', async ({ ack, view }) => {
    if (view.state.values['title']?.['v']?.value === 'Bad')
      return ack({ response_action: 'errors', errors: { title: 'Not that title.' } })
    submitted.push(view.state.values)
    return ack()
  })
  app.shortcut('new_pin', async ({ ack, shortcut, client }) => {
    await ack()
    await client.views.open({ trigger_id: shortcut.trigger_id, view: composer })
  })
  app.shortcut('make_pin', async ({ ack }) => ack())
  app.event('app_home_opened', async ({ event, client }) => {
    await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [turn('Turn'), picture, ...card] } })
  })
  app.action('Turn', async ({ ack, body, client }) => {
    await ack()
    await client.views.publish({ user_id: body.user.id, view: { type: 'home', blocks: [turn('Turned'), ...card] } })
  })
  app.action('zone', async ({ ack, body, client }) => {
    await ack()
    if ('trigger_id' in body) await client.views.push({ trigger_id: body.trigger_id, view: above })
  })
  return submitted
}
