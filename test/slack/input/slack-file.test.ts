/** A file means the same in a message that becomes a pin and in one that becomes several. */
import { expect, test } from 'vitest'
import { filesIn } from '../../../src/slack/features/composer/message-files.js'
import { contentOf } from '../../../src/slack/features/review/content.js'

const idsOf = (files: object[]) => ({
  one: filesIn({ files }, 'message').chosen.map(({ id }) => id),
  several: contentOf({ files }).files.map(({ id }) => id),
})

test.each([
  ['with what Slack leaves empty', { mode: null, name: null, mimetype: 'image/png', file_access: null }, true],
  ['of a shared channel', { file_access: 'check_file_info' }, true],
  ['that was deleted', { mode: 'tombstone' }, false],
  ['beyond the history of a free plan', { mode: 'hidden_by_limit', mimetype: 'image/png' }, false],
])('a file %s', (_, file, isTaken) => {
  const ids = isTaken ? ['F1'] : []
  expect(idsOf([{ id: 'F1', ...file }])).toEqual({ one: ids, several: ids })
})
