/** Opens the form that asks for a verb's words, or answers at once if the words are there. */
import type { AskMemory } from '../../../blocks/pin/memory.js'
import type { ModalView } from '@slack/types'
import type { Message } from '../../../blocks/kit/kit.js'
import type { CommandArgs } from '../listener.js'

export async function askOrAnswer(
  { command, client, respond, context }: CommandArgs,
  words: string,
  { ask, answer }: { ask: (memory: AskMemory) => ModalView; answer: () => Promise<Message> },
): Promise<void> {
  if (words.trim() === '') {
    const { currentAccountId: accountId } = context.member
    const view = ask({ responseUrl: command.response_url, ...(accountId !== null && { accountId }) })
    return void (await client.views.open({ trigger_id: command.trigger_id, view }))
  }
  await respond({ response_type: 'ephemeral', ...(await answer()) })
}
