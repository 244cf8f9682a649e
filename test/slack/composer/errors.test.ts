/** What the composer says of a refusal follows from its cause: the core may word its message as it likes. */
import { expect, test } from 'vitest'
import { badRequest, type BrokenRule, DomainError } from '../../../src/core/lib/errors.js'
import { inForm } from '../../../src/slack/features/composer/errors.js'

const file = { kind: 'file' as const, file: { id: 'F1', name: 'shelf.mp4' } }
const boards = [
  { id: '101', name: 'Kitchen ideas' },
  { id: '102', name: 'Garden' },
]
const requested = { sources: [file], boards, values: { when: 'at' as const, placing: 'slots' as const } }
const told = (error: unknown) => {
  const { message, details } = inForm(error, requested) as DomainError
  return [details.field, message]
}

test.each<[BrokenRule, string, string, RegExp]>([
  ['board_named_twice', 'intervalBoards[1].boardId', 'intervalBoards', /^“Garden” is listed twice/],
  ['carousel_too_long', 'carouselItems', 'uploadId', /Use up to 5 images; you have 1/],
  ['carousel_has_video', 'mediaType', 'mediaUrl', /link/],
  ['link_of_other_kind', 'mediaType', 'mediaUrl', /link/],
  ['section_not_on_board', 'boardSectionId', 'boardSectionId', /^This section isn’t on that board/],
  ['series_as_draft', 'intervalBoards', 'intervalBoards', /can’t be drafts/],
  ['upload_of_other_kind', 'uploadId', 'uploadId', /^“shelf.mp4” isn’t the file type .* Choose another file\.$/],
  ['upload_unknown', 'uploadId', 'uploadId', /^“shelf.mp4” .* Choose another file\.$/],
])('%s is told in words of the form', (rule, name, place, sentence) => {
  const [field, message] = told(badRequest(name, 'Words for programs.', rule))
  expect(field).toContain(place)
  expect(message).toMatch(sentence)
})

test('a link that ends like a video’s is told as such beside the image that would be its cover', () => {
  const sources = [
    { kind: 'link' as const, url: 'https://example.com/shelf.mp4' },
    { kind: 'file' as const, file: { id: 'F2', name: 'oak.jpg' } },
  ]
  const error = inForm(badRequest('mediaType', 'Words for programs.', 'link_of_other_kind'), { ...requested, sources })
  expect((error as DomainError).message).toBe('This link ends like a video’s but leads to an image. Add the image as a file.')
})

test('a board that is gone is told under its input, whatever the core says', () => {
  expect(told(new DomainError('NOT_FOUND', 'Gone.', { thing: 'Board' }))[1]).toMatch(/^One of the boards was deleted/)
  expect(told(new DomainError('NOT_FOUND', 'Board not found.', { thing: 'Account' }))[1]).toBe('Board not found.')
})
