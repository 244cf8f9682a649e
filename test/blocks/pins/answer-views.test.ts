/** Answers to Slack's own assistant with what people do type. */
import { type AnswerModel, answerBlocks, approvalNote, DECIDE, problemLine, writtenLines } from '../../../blocks/pins/answer.js'
import { aCard, aPost, AT, keepsLimits, type NastyView, withState } from '../nasty.js'

const shown = (model: Omit<AnswerModel, 'title'>) => ({
  text: 'An answer',
  blocks: answerBlocks({ title: 'Find pins', ...model }),
})
const press = {
  tool: 'delete_pin',
  title: 'Delete a pin',
  value: JSON.stringify({ postId: '9'.repeat(18), confirm: 'x'.repeat(1900) }),
}
const ten = (words: string) =>
  Array.from({ length: 10 }, (_, index) => ({
    ...aCard(words, { id: `${index}${'9'.repeat(17)}`, accountId: '9'.repeat(18) }),
    href: words || undefined,
  }))
const written = (words: string) => ({
  pin: { title: words, description: words, url: `https://a.test/${words}`, board: { name: words }, sendAt: AT },
  comment: { text: words },
  slot: { day: 'Sunday', time: '09:00', timezone: words },
  price: { amount: 1, unit: words, left: 12_345 },
  warnings: [{ message: words }, { message: words }, { message: words }],
})

const VIEWS: NastyView[] = [
  ['ten pins', 'message', (words) => shown({ cards: ten(words), notes: [DECIDE] })],
  [
    'requests',
    'message',
    (words) => {
      const note = approvalNote({ state: 'changes_requested', requestedBy: words, decidedBy: words, reason: words })
      return shown({ cards: ten(words).map((card) => ({ ...card, note })) })
    },
  ],
  ['one pin', 'message', (words) => shown({ cards: [aCard(words)], isOne: true })],
  [
    'one draft',
    'message',
    (words) => shown({ cards: [{ ...withState(aPost(words, { status: 'draft', sendAt: null })), picture: null }], isOne: true }),
  ],
  [
    'what a write would do',
    'message',
    (words) =>
      shown({
        cards: [aCard(words)],
        isOne: true,
        press,
        lines: writtenLines({ dryRun: false, ...written(words) }),
      }),
  ],
  ['what it did', 'message', (words) => shown({ cards: [], lines: writtenLines({ done: true, ...written(words) }) })],
  ['a refusal', 'message', (words) => shown({ cards: [], lines: [problemLine(words)] })],
]
keepsLimits(VIEWS)
