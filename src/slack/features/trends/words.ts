/** Popular search words, offered under a form's description: from stored data only, because a form cannot wait. */
import { action } from '../../../../blocks/trends/words.js'
import { view as viewIds, composerView } from '../../../../blocks/composer/view.js'
import { editMemory } from '../../../../blocks/edit/memory.js'
import { editView } from '../../../../blocks/edit/view.js'
import type { Problem } from '../../../../blocks/kit/problem.js'
import { MOST_WORDS } from '../../../../blocks/kit/words.js'
import { withWord } from '../../../core/insight/trends/words.js'
import { updateUnlessChanged } from '../../forms/update-unless-changed.js'
import { onAction } from '../../listener.js'
import { composerModel } from '../composer/composer.js'
import { formOf } from '../composer/form.js'
import { editModel } from '../edit/edit.js'
import { valuesOfView } from '../edit/form.js'
import { choiceIn } from '../edit/time.js'
import { findPin } from '../cards/find-pin.js'

/** Adds the word; other values of the form stay as typed. */
onAction(
  [action.addWord1, action.addWord2, action.addWord3, action.addWord4, action.addWord5],
  async (deps, { action, body, client, context }) => {
    const { view } = body
    if (!view || action.type !== 'button' || action.value === undefined) return
    const { member } = context
    if (view.callback_id === viewIds.composer) {
      const { memory, values } = formOf(view)
      const { description, problem } = added(values.description, action.value)
      const next = { ...memory, wordRound: (memory.wordRound ?? 0) + 1 }
      const model = await composerModel(deps, member, { memory: next, values: { ...values, description } })
      return updateUnlessChanged(client, view, composerView({ ...model, ...(problem && { problem }) }))
    }
    const memory = editMemory.read(view)
    const post = await findPin(deps, member.actor, memory)
    if (!post) return // shown when it is saved
    const values = valuesOfView(view)
    const { description, problem } = added(values.description, action.value)
    const next = { ...memory, wordRound: (memory.wordRound ?? 0) + 1 }
    const model = await editModel(deps, member, { post, memory: next, values: { ...values, description }, again: choiceIn(view) })
    await updateUnlessChanged(client, view, editView({ ...model, ...(problem && { problem }) }))
  },
)

function added(before: string, word: string): { description: string; problem?: Problem } {
  const { text, isFull } = withWord(before, word, MOST_WORDS.description)
  return isFull
    ? { description: before, problem: { sentence: `The description has no room for “${word}”.`, field: 'description' } }
    : { description: text }
}
