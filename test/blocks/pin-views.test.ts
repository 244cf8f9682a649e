/** Cards, series, details and the edit form: their limits with nasty values, and what they offer in each state. */
import { expect, test } from 'vitest'
import { type EditModel, editView } from '../../blocks/edit/view.js'
import { findView, foundMessage, showView } from '../../blocks/pins/search.js'
import type { Message } from '../../blocks/kit/kit.js'
import { moreValue, pinActions } from '../../blocks/pin/buttons.js'
import { becameView, goneCard, pinCard, pinView } from '../../blocks/pin/card.js'
import { type DetailsModel, pinDetails } from '../../blocks/pin/details.js'
import type { ShownTwin } from '../../blocks/pin/twin.js'
import { CAVEATS, TWIN_STATES } from '../../src/core/insight/twins/comparison.js'
import { briefState, stateLine } from '../../blocks/pin/state-text.js'
import { followUpMessage } from '../../blocks/pin/follow-up.js'
import { whereLine } from '../../blocks/pin/text.js'
import { seriesCard, seriesView } from '../../blocks/pins/series.js'
import type { Finding } from '../../src/core/posts/state/finding.js'
import type { PostStatus } from '../../src/core/ports/post-status.js'
import type { PostAction } from '../../src/core/posts/action.js'
import { aCard, aFailure, anApproval, aPost, AT, keepsLimits, manyAccounts, UNDO, withState, someComments } from './nasty.js'

const STATES: PostStatus[] = ['queued', 'draft', 'uploading', 'sent']

const aSeries = (words: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const failure = index % 3 === 0 ? { status: 'draft' as const, failure: aFailure(words) } : {}
    const card = aCard(words, { id: String(index), title: `${index}${words}`, intervalGroupId: '12', ...failure })
    return { ...card, place: { number: index + 1, of: count } }
  })

const CHANGES: PostAction[] = ['create', 'edit', 'schedule', 'reschedule', 'undo']
const details = (words: string, change: Partial<DetailsModel> = {}): DetailsModel => ({
  card: {
    ...aCard(words, { media: [{ durationMs: null }, { durationMs: null }], intervalGroupId: '12' }),
    post: {
      ...aPost(words, { url: `https://example.com/${'&'.repeat(2000)}`, intervalGroupId: '12' }),
      description: words,
      boardSectionId: '1011',
      productTagPinIds: Array.from({ length: 24 }, (_, index) => `${index}`.padStart(40, '9')),
      aiDisclosures: ['AI_MODIFIED', 'SYNTHETIC_PERFORMER'],
      cover: 4,
      slides: Array.from({ length: 5 }, () => ({ title: words, description: words, link: 'https://example.com/' })),
      labels: Array.from({ length: 10 }, () => words.slice(0, 30)),
      productTagsState: 'failed',
      pinId: '1234567890',
      sourcePostId: '9'.repeat(18),
      createdAt: AT,
    },
  },
  morePictures: Array.from({ length: 4 }, () => ({ kind: 'url' as const, url: 'https://pinslot.test/media/1_b.jpg' })),
  sectionName: words,
  account: { username: words, timezone: 'America/Argentina/ComodRivadavia', pausedBecause: 'restored' },
  timezone: 'Asia/Kathmandu',
  approvals: [
    anApproval(words),
    { ...anApproval(words), state: 'changes_requested', decidedBy: 'T1:U2', decidedAt: AT, reason: words || 'x' },
  ],
  history: CHANGES.map((action) => ({ at: AT, via: 'slack', actor: 'T1:U2', action, isUndone: true })),
  now: new Date(AT.getTime() + 5 * 60_000),
  ...change,
})

/** Each that a pin can have at once, of a draft. */
const FINDINGS = (words: string): Finding[] => [
  { code: 'board_gone', severity: 'blocking' },
  { code: 'link_status', severity: 'blocking', status: 404 },
  { code: 'link_redirects', severity: 'warning', kind: 'elsewhere', redirects: 2, to: `https://example.com/${'&'.repeat(2000)}` },
  { code: 'link_nopin', severity: 'warning' },
  { code: 'link_insecure', severity: 'warning', https: 'https://example.com' },
  { code: 'link_shortened', severity: 'warning', host: 'bit.ly', to: null },
  { code: 'page_title_overrides', severity: 'info', title: words },
  { code: 'duplicate_picture', severity: 'warning', pin: { postId: '7', title: words, at: AT.toISOString() } },
  { code: 'duplicate_link', severity: 'info', pin: { postId: '7', title: null, at: null } },
  { code: 'section_gone', severity: 'blocking' },
  { code: 'connection_ends', severity: 'blocking', at: AT.toISOString() },
  { code: 'picture_small', severity: 'warning', picture: 2, width: 100, height: 100 },
  { code: 'picture_ratio', severity: 'warning', picture: 1, width: 100, height: 1000 },
  { code: 'video_length', severity: 'blocking', durationMs: 900_001 },
  { code: 'video_ratio', severity: 'warning', width: 100, height: 1000 },
  { code: 'video_codec', severity: 'warning', codec: '&&&&' },
  { code: 'text_cut', severity: 'info', shown: words },
]
const aTwin = (title: string, state: (typeof TWIN_STATES)[number]): ShownTwin => {
  const version = { title, status: 'sent', boardId: '1', urlKey: 'x', sendAt: AT, sentAt: AT, changed: null, days: [] } as const
  const [count, of] = [40, 12_345]
  return {
    canRepeatWinner: true,
    versions: [
      { ...version, postId: aPost('').id },
      { ...version, postId: '9'.repeat(18) },
    ],
    comparison: {
      state,
      days: 14,
      shares: [
        { count, of },
        { count: 2 * count, of },
      ],
      pValue: 0.0123,
      winnerPostId: state === 'differs' ? '9'.repeat(18) : null,
      neededImpressions: 12_345,
      stopped: state === 'stopped' ? { because: 'edited', on: '2026-03-02' } : null,
      caveats: [...CAVEATS],
    },
  }
}
const withFindings = (words: string): DetailsModel['card'] => {
  const { card } = details(words)
  return { ...card, post: { ...card.post, status: 'draft' }, findings: FINDINGS(words) }
}

const edit = (words: string, change: Partial<EditModel> = {}): EditModel => ({
  card: aCard(words),
  memory: {
    accountId: '9'.repeat(18),
    postId: '9'.repeat(18),
    from: 'card',
    responseUrl: `https://hooks.slack.com/${'x'.repeat(200)}`,
    boardId: '9'.repeat(40),
    sectionRound: 3,
    fileRound: 2,
    files: Array.from({ length: 10 }, (_, n) => ({ id: `F0${n}`.padEnd(12, 'X'), name: `${'x'.repeat(36)}.jpg` })),
    media: 'x'.repeat(12),
    seen: {
      title: 'x',
      description: 'x',
      url: 'x',
      altText: 'x',
      board: 'x',
      productTagPinIds: 'x',
      aiDisclosures: 'x',
      labels: 'x',
      cover: 'x',
      slides: 'x',
    },
  },
  values: {
    title: words,
    description: words,
    link: 'https://example.com',
    altText: words,
    board: { id: '1', name: words },
    section: { id: '2', name: words },
    image: '',
    keptFiles: [],
    files: [],
    productTags: words,
    aiDisclosures: 'AI_MODIFIED',
    cover: '4',
    slides: words,
    labels: words,
  },
  isSet: { title: true, description: true, link: true, board: true },
  sectionCount: 3,
  takesTags: true,
  takesSlides: true,
  changed: (['media', 'title', 'board', 'productTagPinIds'] as const).map((field) => ({ field, sentence: words })),
  ...change,
})

keepsLimits(
  [
    ...STATES.map(
      (status) =>
        [
          `card: ${status}`,
          'message' as const,
          (words: string) =>
            pinCard(aCard(words, { status, intervalGroupId: '12' }), { headline: words || 'Saved.', account: words, undo: UNDO }),
        ] satisfies [string, 'message', (words: string) => Message],
    ),
    [
      'card without a board or picture',
      'message',
      (words) =>
        pinCard(
          { ...withState(aPost(words, { status: 'draft', boardId: null, boardName: null, title: null })), picture: null },
          { headline: 'Saved.' },
        ),
    ],
    ['card of a pin that is gone', 'message', (words) => goneCard({ title: words }, { headline: words || 'Gone.', undo: UNDO })],
    ['pin view', 'modal', (words) => pinView(words, aCard(words))],
    ['series view', 'modal', (words) => seriesView(words, aSeries(words, 20), words || 'Saved.')],
    ['became view', 'modal', (words) => becameView(words, words || 'Not saved.', aCard(words))],
    [
      'series of twenty',
      'message',
      (words) => seriesCard(aSeries(words, 20), { headline: words || 'Saved.', account: words, undo: UNDO }, '0123456789abcdef'),
    ],
    ['details', 'message', (words) => pinDetails(details(words))],
    ['details with comments', 'message', (words) => pinDetails(details(words, { comments: someComments(words, 10) }))],
    ...TWIN_STATES.map(
      (state) =>
        [
          `details, test ${state}`,
          'message' as const,
          (words: string) => pinDetails(details(words, { twin: aTwin(words, state) })),
        ] satisfies [string, 'message', (words: string) => Message],
    ),
    ['details, drawn', 'message', (words) => pinDetails(details(words, { drawn: { kind: 'file', id: 'F1' } }))],
    ['details with findings', 'message', (words) => pinDetails(details(words, { card: withFindings(words) }))],
    ['card with findings', 'message', (words) => pinCard(withFindings(words), { headline: words || 'Saved.', undo: UNDO })],
    ['edit', 'modal', (words) => editView(edit(words))],
    [
      'fifteen found',
      'message',
      (words) =>
        foundMessage({
          words: words || 'x',
          account: { id: '7', username: words },
          rows: aSeries(words, 15).map((card) => ({
            kind: 'pin',
            at: AT,
            card,
            href: null,
            isRepeat: true,
            later: 'Wed, Dec 30, 2026, 10:30 AM',
          })),
          isCut: true,
          searched: 20_000,
          accounts: manyAccounts(words),
        }),
    ],
    [
      'nothing found',
      'message',
      (words) =>
        foundMessage({
          words: words || 'x',
          account: { id: '7', username: words },
          accounts: manyAccounts(words),
          rows: [],
          isCut: false,
          searched: 20_000,
        }),
    ],
    ['show form', 'modal', () => showView({ responseUrl: 'https://hooks.slack.com/x' })],
    ['find form', 'modal', () => findView({})],
  ],
  ['<@U1>', '<@U2>'],
)

type Offered = { type: string; text?: { text: string }; options?: { text: { text: string } }[] }
const offered = (status: PostStatus, change: Parameters<typeof aPost>[1] = {}): string[] => {
  const [row] = pinActions({ post: aPost('x', { status, ...change }) }, 'list')
  const elements = (row?.elements ?? []) as Offered[]
  return elements.flatMap(({ text, options }) => (options ? options.map((each) => each.text.text) : [text?.text ?? '']))
}

test.each<[string, string[], string[]]>([
  [
    'a scheduled pin',
    offered('queued'),
    ['Edit', 'Move', 'Later', 'Publish now', 'Unschedule', 'Duplicate', 'Delete', 'Details'],
  ],
  ['a draft', offered('draft'), ['Edit', 'Schedule', 'Next open slot', 'Publish now', 'Duplicate', 'Delete', 'Details']],
  [
    'a failed draft',
    offered('draft', { failure: aFailure('x') }),
    ['Schedule again', 'Publish now', 'Duplicate', 'Delete', 'Details'],
  ],
  [
    'a draft whose picture was refused',
    offered('draft', { failure: aFailure('x', { code: 'media_rejected' }) }),
    ['Change image', 'Publish now', 'Duplicate', 'Delete', 'Details'],
  ],
  ['a pin being published', offered('uploading'), ['Details']],
  ['a published pin', offered('sent'), ['Details']],
  [
    'a scheduled pin of a series',
    offered('queued', { intervalGroupId: '12' }),
    ['Edit', 'Move', 'Later', 'Publish now', 'Unschedule', 'Delete', 'Details', 'View series'],
  ],
  ['a published pin of a series', offered('sent', { intervalGroupId: '12' }), ['Details', 'View series']],
])('%s offers what is possible', (_what, buttons, expected) => {
  expect(buttons).toEqual(expected)
})

test('the value of a menu has room for the longest ids', () => {
  const longest = aPost('x', { id: '9'.repeat(19), accountId: '9'.repeat(19) })
  expect(moreValue('unschedule', longest, 'list').length).toBeLessThanOrEqual(75)
})

test('a card says what the pin is made of and its turn in a series', () => {
  const pictures = Array.from({ length: 5 }, () => ({ durationMs: null }))
  expect(whereLine(aCard('Garden', { media: pictures }))).toBe('Garden · 5 images')
  expect(whereLine(aCard('Garden', { mediaType: 'video', media: [{ durationMs: 72_400 }] }))).toBe('Garden · video, 1:12')
  const card = { ...aCard('Garden', { intervalGroupId: '3' }), place: { number: 2, of: 4 } }
  expect(whereLine(card)).toBe('Garden · board 2 of 4')
})

test('a list says shortly why a pin was not published, its card says what to do', () => {
  const post = aPost('x', { status: 'draft', failure: aFailure('x', { code: 'board_gone' }) })
  expect(briefState(withState(post))).toBe(':warning: Not published: The board was deleted.')
  expect(stateLine(withState(post))).toContain('Choose another board and reschedule')
})

test('a pin whose video the platform never finished is not said to have found nobody there', () => {
  const failure = aFailure('x', { code: 'video_unfinished' })
  expect(stateLine(withState(aPost('x', { status: 'draft', failure })))).toContain(
    'Pinterest didn’t finish processing the video. Reschedule it.',
  )
  const away = aFailure('x', { code: 'platform_unavailable' })
  expect(stateLine(withState(aPost('x', { status: 'draft', failure: away })))).toContain('couldn’t reach Pinterest')
})

test('the details say what became of the product tags, once the pin is out', () => {
  const shown = (productTagsState: DetailsModel['card']['post']['productTagsState']) => {
    const { card } = details('x')
    return JSON.stringify(
      pinDetails({ ...details('x'), card: { ...card, post: { ...card.post, productTagPinIds: ['8001'], productTagsState } } }),
    )
  }
  expect(shown('failed')).toContain('*Pinterest refused the product tags*\\n8001')
  expect(shown('pending')).toContain('*Adding product tags*\\n8001')
  expect(shown('added')).toContain('*Product tags*\\n8001')
  expect(shown(null)).toContain('*Product tags*\\n8001')
})

test('the card of an answer, whole', () => {
  const card = aCard('Shelf & sink', { title: 'Shelf', altText: null })
  expect(pinCard(card, { headline: 'Scheduled.', account: 'maker', undo: UNDO })).toEqual({
    text: 'Scheduled. Shelf, Shelf &amp; sink, <!date^1772955000^{day_divider_pretty} at {time}|Sun, Mar 8, 2026, 7:30 AM UTC>',
    blocks: [
      {
        type: 'section',
        text: { type: 'mrkdwn', text: 'Scheduled.', verbatim: true },
        accessory: {
          type: 'button',
          text: { type: 'plain_text', text: 'Undo', emoji: false },
          action_id: 'undo_change',
          value: '{"accountId":"7","postId":"12","version":3}',
        },
      },
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: '*Shelf*\nGoes out <!date^1772955000^{day_divider_pretty} at {time}|Sun, Mar 8, 2026, 7:30 AM UTC>\nShelf &amp; sink',
          verbatim: true,
        },
        accessory: { type: 'image', image_url: 'https://pinslot.test/media/1_a.jpg', alt_text: 'Shelf' },
      },
      { type: 'context', elements: [{ type: 'mrkdwn', text: 'Account maker · Pin 12', verbatim: true }] },
      expect.objectContaining({ type: 'actions' }),
    ],
  })
})

test('a series is its pins in order, and offers only what is still possible', () => {
  const buttons = (status: PostStatus) => {
    const cards = aSeries('x', 4).map((card) => ({ ...card, post: { ...card.post, status, failure: null } }))
    return JSON.stringify(seriesCard(cards, { headline: 'All.' }, '').blocks).match(/Unschedule all|Delete all/g)
  }
  expect(buttons('queued')).toEqual(['Unschedule all', 'Delete all'])
  expect(buttons('draft')).toEqual(['Delete all'])
  expect(buttons('sent')).toBeNull()
  expect(JSON.stringify(seriesCard(aSeries('x', 4), { headline: 'All.' }, '')).match(/\*\d\.\*/g)).toEqual([
    '*1.*',
    '*2.*',
    '*3.*',
    '*4.*',
  ])
})

test('the details name who did what, by Slack’s own name where there is one', () => {
  const now = new Date(AT.getTime() + 5 * 60_000)
  const who = (via: string, actor: string) => {
    const history = [{ at: AT, via, actor, action: 'edit' as const, isUndone: false }]
    return JSON.stringify(pinDetails(details('x', { history, now })).blocks)
  }
  expect(who('slack', 'T1:U2')).toContain('Edited by <@U2> 5 minutes ago')
  expect(who('api', 'key:12')).toContain('Edited by API key 12 5 minutes ago')
  expect(who('operator', 'sandbox')).toContain('Edited by the operator 5 minutes ago')
  expect(who('operator', 'evergreen')).toContain('Edited by evergreen 5 minutes ago')
  expect(who('operator', 'feeds')).toContain('Edited by a feed 5 minutes ago')
  expect(who('slack', 'T1:<!channel>')).not.toContain('<!channel>')
})

test('a time is told in the account’s zone too, where the reader’s is another', () => {
  const shown = (timezone: string) => JSON.stringify(pinDetails(details('x', { timezone })).blocks)
  expect(shown('Asia/Kathmandu')).toContain('Sun, Mar 8, 4:30 AM')
  expect(shown('America/Argentina/ComodRivadavia')).not.toContain('GMT-3')
})

test('the edit form takes other media, and says that without any the pin keeps its own', () => {
  const { memory, ...rest } = edit('x')
  const { blocks } = editView({ ...rest, memory: { ...memory, picture: true } })
  const [files, link] = ['uploadId.2', 'mediaUrl'].map((id) => blocks.find(({ block_id: blockId }) => blockId === id))
  expect([files, link]).toMatchObject([{ optional: true }, { optional: true }])
  expect(JSON.stringify(files)).toContain('Leave empty to keep the current one.')
})

test('what somebody else changed meanwhile stands under its field', () => {
  const { blocks } = editView(edit('x', { changed: [{ field: 'title', sentence: 'Now: Theirs' }] }))
  const at = blocks.findIndex(({ block_id: id }) => id === 'title')
  expect(blocks[at + 1]).toMatchObject({ type: 'context', elements: [{ text: ':warning: Now: Theirs' }] })
})

test('the details of a pin show it as it looks, else its bare picture', () => {
  const shown = (drawn: DetailsModel['drawn']) =>
    JSON.stringify(pinDetails(details('x', { drawn: drawn ?? null, morePictures: [] })).blocks)
  expect(shown({ kind: 'file', id: 'F1' })).toContain('"slack_file":{"id":"F1"}')
  expect(shown({ kind: 'file', id: 'F1' })).not.toContain('image_url')
  expect(shown(null)).toContain('image_url')
})

test('a card says the worst finding in one line, and how many more there are; what is only good to know it leaves to the details', () => {
  const line = (findings: Finding[], post: Partial<DetailsModel['card']['post']> = { status: 'queued' }) => {
    const { card } = details('x')
    const shown = { ...card, post: { ...card.post, ...post }, findings }
    const lines = [pinCard(shown, { headline: 'Saved.' }), followUpMessage({ username: 'x' }, shown, [])].map(({ blocks }) =>
      (blocks as { text?: { text?: unknown }; elements?: { text?: unknown }[] }[]).flatMap(({ text: own, elements = [] }) =>
        [...(own ? [own] : []), ...elements].flatMap(({ text }) =>
          typeof text === 'string' && /^:(no_entry|warning|bulb):/.test(text) ? [text] : [],
        ),
      ),
    )
    expect(lines[1]).toEqual(lines[0])
    return lines[0]
  }
  const dead: Finding = { code: 'link_status', severity: 'blocking', status: 404 }
  const small: Finding = { code: 'picture_small', severity: 'warning', picture: 1, width: 300, height: 450 }
  const cut: Finding = { code: 'text_cut', severity: 'info', shown: 'Seventeen quiet ways' }
  expect(line([dead, small, { ...small, picture: 2 }, cut])).toEqual([
    ':no_entry: The link returns 404 Not Found. 2 more problems.',
  ])
  expect(line([small])).toEqual([':warning: The image is only 300 × 450 pixels. It looks blurred on Pinterest.'])
  expect(line([cut])).toEqual([])
  expect(line([{ code: 'connection_ends', severity: 'blocking', at: null }, small])).toEqual(line([small]))
  expect(line([dead], { status: 'sent' })).toEqual([])
})

test('the details say each finding in plain words, with the button that fixes it', () => {
  const { card } = details('x')
  const findings: Finding[] = [
    { code: 'link_status', severity: 'blocking', status: 404 },
    { code: 'connection_ends', severity: 'blocking', at: null },
    { code: 'text_cut', severity: 'info', shown: 'Seventeen quiet ways' },
  ]
  const shown = (post: Partial<DetailsModel['card']['post']>, reader?: DetailsModel['card']['reader']) => {
    const { blocks } = pinDetails({ ...details('x'), card: { ...card, post: { ...card.post, ...post }, findings, reader } })
    type Shown = { text?: { text: string }; accessory?: { text: { text: string }; action_id: string } }
    return (blocks as Shown[]).flatMap(({ text, accessory }) =>
      /:no_entry:|:bulb:/.test(text?.text ?? '')
        ? [[text?.text, accessory && [accessory.text.text, accessory.action_id]] as const]
        : [],
    )
  }
  expect(shown({ status: 'queued' })).toEqual([
    [':no_entry: The link returns 404 Not Found.', ['Change link', 'open_edit']],
    [':no_entry: This account is disconnected.', ['Reconnect', 'open_connect']],
    [':bulb: Pinterest cuts off the title: “Seventeen quiet ways…”', ['Shorten title', 'open_edit']],
  ])
  const reading = shown({ status: 'queued' }, { role: 'viewer', userId: 'T1:U9', asks: false })
  expect(reading.map(([, pressed]) => pressed)).toEqual([undefined, undefined, undefined])
  expect(shown({ status: 'sent' })).toEqual([])
})
